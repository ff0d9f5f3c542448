// tilefuzz.launch kernel=@segmented_sum_i32 grid=2,1,1 seed=86
// tilefuzz.buffer flag : i32[128] = list(0, 0, 1, 0, 0, 0, 0, 1, 0)
// tilefuzz.buffer x : i32[128] = uniform(-9, 9)
// tilefuzz.buffer out : i32[128] = fill(0)
// tilefuzz.args &flag 128 1 &x 128 1 &out 128 1
cuda_tile.module @kernels {
  entry @segmented_sum_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_5 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_6 = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_8 = make_tensor_view %assume_1, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %pview_9 = make_partition_view %tview_6 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %tile_10, %result_token_11 = load_view_tko weak %pview_9[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %1:2 = scan %tile, %tile_10 dim=0 reverse=false identities=[0 : i32, 0 : i32] : tile<64xi32>, tile<64xi32> -> tile<64xi32>, tile<64xi32> (%arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<i32>) {
      %3 = ori %arg9, %arg10 : tile<i32>
      %4 = cmpi not_equal %arg10, %cst_0_i32, signed : tile<i32> -> tile<i1>
      %5 = addi %arg11, %arg12  : tile<i32>
      %6 = select %4, %arg12, %5 : tile<i1>, tile<i32>
      yield %3, %6 : tile<i32>, tile<i32>
    }
    %pview_12 = make_partition_view %tview_8 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %2 = store_view_tko weak %1#1, %pview_12[%blockId_x] token = %0 : tile<64xi32>, partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
