// tilefuzz.launch kernel=@horner_f32 grid=3,1,1 seed=10
// tilefuzz.buffer x : f32[150] = uniform(-2, 2)
// tilefuzz.buffer out : f32[150] = fill(0)
// tilefuzz.args &x 150 1 &out 150 1
cuda_tile.module @kernels {
  entry @horner_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_4 = make_tensor_view %assume_0, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<64xf32>
    %cst_f32 = constant <f32: 1.250000e-01> : tile<f32>
    %cst_f32_5 = constant <f32: -5.000000e-01> : tile<f32>
    %cst_2_f32 = constant <f32: 2.000000e+00> : tile<f32>
    %cst_3_f32 = constant <f32: 3.000000e+00> : tile<f32>
    %cst_f32_6 = constant <f32: -1.000000e+00> : tile<f32>
    %reshape = reshape %cst_f32 : tile<f32> -> tile<1xf32>
    %bcast = broadcast %reshape : tile<1xf32> -> tile<64xf32>
    %1 = fma %cst_0_f32, %tile, %bcast  : tile<64xf32>
    %reshape_7 = reshape %cst_f32_5 : tile<f32> -> tile<1xf32>
    %bcast_8 = broadcast %reshape_7 : tile<1xf32> -> tile<64xf32>
    %2 = fma %1, %tile, %bcast_8  : tile<64xf32>
    %reshape_9 = reshape %cst_2_f32 : tile<f32> -> tile<1xf32>
    %bcast_10 = broadcast %reshape_9 : tile<1xf32> -> tile<64xf32>
    %3 = fma %2, %tile, %bcast_10  : tile<64xf32>
    %reshape_11 = reshape %cst_3_f32 : tile<f32> -> tile<1xf32>
    %bcast_12 = broadcast %reshape_11 : tile<1xf32> -> tile<64xf32>
    %4 = fma %3, %tile, %bcast_12  : tile<64xf32>
    %reshape_13 = reshape %cst_f32_6 : tile<f32> -> tile<1xf32>
    %bcast_14 = broadcast %reshape_13 : tile<1xf32> -> tile<64xf32>
    %5 = fma %4, %tile, %bcast_14  : tile<64xf32>
    %pview_15 = make_partition_view %tview_4 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %6 = store_view_tko weak %5, %pview_15[%blockId_x] token = %0 : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
