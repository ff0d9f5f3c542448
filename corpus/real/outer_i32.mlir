// tilefuzz.launch kernel=@outer_i32 grid=2,3,1 seed=107
// tilefuzz.buffer x : i32[14] = uniform(-9, 9)
// tilefuzz.buffer y : i32[40] = uniform(-9, 9)
// tilefuzz.buffer C : i32[560] = fill(0)
// tilefuzz.args &x 14 1 &y 40 1 &C 14 40 40 1
cuda_tile.module @kernels {
  entry @outer_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<i32>) optimization_hints=<default = {}> {
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
    %assume_8 = assume bounded<0, ?>, %arg8 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg9 : tile<i32>
    %tview_10 = make_tensor_view %assume_1, shape = [%assume_7, %assume_8], strides = [%assume_9, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_11, %blockId_y_12, %blockId_z_13 = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    %reshape = reshape %tile : tile<8xi32> -> tile<8x1xi32>
    %pview_14 = make_partition_view %tview_6 : partition_view<tile=(16), tensor_view<?xi32, strides=[1]>>
    %tile_15, %result_token_16 = load_view_tko weak %pview_14[%blockId_y_12] token = %0 : partition_view<tile=(16), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<16xi32>, token
    %reshape_17 = reshape %tile_15 : tile<16xi32> -> tile<1x16xi32>
    %bcast = broadcast %reshape : tile<8x1xi32> -> tile<8x16xi32>
    %bcast_18 = broadcast %reshape_17 : tile<1x16xi32> -> tile<8x16xi32>
    %1 = muli %bcast, %bcast_18  : tile<8x16xi32>
    %pview_19 = make_partition_view %tview_10 : partition_view<tile=(8x16), tensor_view<?x?xi32, strides=[?,1]>>
    %2 = store_view_tko weak %1, %pview_19[%blockId_x, %blockId_y_12] token = %0 : tile<8x16xi32>, partition_view<tile=(8x16), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
