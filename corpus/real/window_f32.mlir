// tilefuzz.launch kernel=@window_f32 grid=2,1,1 seed=136
// tilefuzz.buffer x : f32[320] = uniform(-9, 9)
// tilefuzz.buffer out : f32[128] = fill(0)
// tilefuzz.args &x 40 8 8 1 &out 16 8 8 1 11
cuda_tile.module @kernels {
  entry @window_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_3 = assume bounded<0, ?>, %arg3 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview = make_tensor_view %assume_0, shape = [%assume_4, %assume_5], strides = [%assume_6, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %1 = addi %arg10, %assume_4  : tile<i32>
    %2 = muli %arg10, %assume_3  : tile<i32>
    %3 = exti %2 signed : tile<i32> -> tile<i64>
    %4 = offset %assume, %3 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
    %assume_7 = assume div_by<4>, %4 : tile<ptr<f32>>
    %5 = subi %1, %arg10  : tile<i32>
    %assume_8 = assume bounded<0, ?>, %5 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %assume_2 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %assume_3 : tile<i32>
    %tview_11 = make_tensor_view %assume_7, shape = [%assume_8, %assume_9], strides = [%assume_10, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_0_i32_12 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview_11 : partition_view<tile=(8x8), tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32_12] token = %0 : partition_view<tile=(8x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<8x8xf32>, token
    %pview_13 = make_partition_view %tview : partition_view<tile=(8x8), tensor_view<?x?xf32, strides=[?,1]>>
    %6 = store_view_tko weak %tile, %pview_13[%blockId_x, %cst_0_i32] token = %0 : tile<8x8xf32>, partition_view<tile=(8x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
