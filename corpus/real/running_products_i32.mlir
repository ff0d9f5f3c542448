// tilefuzz.launch kernel=@running_products_i32 grid=2,1,1 seed=205
// tilefuzz.buffer x : i32[128] = bits()
// tilefuzz.buffer forward : i32[128] = fill(0)
// tilefuzz.buffer backward : i32[128] = fill(0)
// tilefuzz.args &x 8 16 16 1 &forward 8 16 16 1 &backward 8 16 16 1
cuda_tile.module @kernels {
  entry @running_products_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<i32>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4, %assume_5], strides = [%assume_6, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %assume_7 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_7, %assume_8], strides = [%assume_9, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %assume_11 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_14 = make_tensor_view %assume_1, shape = [%assume_11, %assume_12], strides = [%assume_13, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(4x16), tensor_view<?x?xi32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(4x16), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> tile<4x16xi32>, token
    %blockId_x_15, %blockId_y_16, %blockId_z_17 = get_tile_block_id : tile<i32>
    %cst_0_i32_18 = constant <i32: 0> : tile<i32>
    %1 = scan %tile dim=1 reverse=false identities=[1 : i32] : tile<4x16xi32> -> tile<4x16xi32> (%arg15: tile<i32>, %arg16: tile<i32>) {
      %5 = muli %arg15, %arg16  : tile<i32>
      yield %5 : tile<i32>
    }
    %pview_19 = make_partition_view %tview_10 : partition_view<tile=(4x16), tensor_view<?x?xi32, strides=[?,1]>>
    %2 = store_view_tko weak %1, %pview_19[%blockId_x_15, %cst_0_i32_18] token = %0 : tile<4x16xi32>, partition_view<tile=(4x16), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    %blockId_x_20, %blockId_y_21, %blockId_z_22 = get_tile_block_id : tile<i32>
    %cst_0_i32_23 = constant <i32: 0> : tile<i32>
    %3 = scan %tile dim=0 reverse=true identities=[1 : i32] : tile<4x16xi32> -> tile<4x16xi32> (%arg15: tile<i32>, %arg16: tile<i32>) {
      %5 = muli %arg15, %arg16  : tile<i32>
      yield %5 : tile<i32>
    }
    %pview_24 = make_partition_view %tview_14 : partition_view<tile=(4x16), tensor_view<?x?xi32, strides=[?,1]>>
    %4 = store_view_tko weak %3, %pview_24[%blockId_x_20, %cst_0_i32_23] token = %0 : tile<4x16xi32>, partition_view<tile=(4x16), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
