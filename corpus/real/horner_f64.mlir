// tilefuzz.launch kernel=@horner_f64 grid=3,1,1 seed=11
// tilefuzz.buffer x : f64[150] = uniform(-2, 2)
// tilefuzz.buffer out : f64[150] = fill(0)
// tilefuzz.args &x 150 1 &out 150 1
cuda_tile.module @kernels {
  entry @horner_f64(%arg0: tile<ptr<f64>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f64>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f64>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f64>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_4 = make_tensor_view %assume_0, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf64, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %cst_0_f64 = constant <f64: 0.000000e+00> : tile<64xf64>
    %cst_f64 = constant <f64: 1.250000e-01> : tile<f64>
    %reshape = reshape %cst_f64 : tile<f64> -> tile<1xf64>
    %bcast = broadcast %reshape : tile<1xf64> -> tile<64xf64>
    %1 = fma %cst_0_f64, %tile, %bcast  : tile<64xf64>
    %cst_f64_5 = constant <f64: -5.000000e-01> : tile<f64>
    %reshape_6 = reshape %cst_f64_5 : tile<f64> -> tile<1xf64>
    %bcast_7 = broadcast %reshape_6 : tile<1xf64> -> tile<64xf64>
    %2 = fma %1, %tile, %bcast_7  : tile<64xf64>
    %cst_2_f64 = constant <f64: 2.000000e+00> : tile<f64>
    %reshape_8 = reshape %cst_2_f64 : tile<f64> -> tile<1xf64>
    %bcast_9 = broadcast %reshape_8 : tile<1xf64> -> tile<64xf64>
    %3 = fma %2, %tile, %bcast_9  : tile<64xf64>
    %cst_3_f64 = constant <f64: 3.000000e+00> : tile<f64>
    %reshape_10 = reshape %cst_3_f64 : tile<f64> -> tile<1xf64>
    %bcast_11 = broadcast %reshape_10 : tile<1xf64> -> tile<64xf64>
    %4 = fma %3, %tile, %bcast_11  : tile<64xf64>
    %cst_f64_12 = constant <f64: -1.000000e+00> : tile<f64>
    %reshape_13 = reshape %cst_f64_12 : tile<f64> -> tile<1xf64>
    %bcast_14 = broadcast %reshape_13 : tile<1xf64> -> tile<64xf64>
    %5 = fma %4, %tile, %bcast_14  : tile<64xf64>
    %pview_15 = make_partition_view %tview_4 : partition_view<tile=(64), tensor_view<?xf64, strides=[1]>>
    %6 = store_view_tko weak %5, %pview_15[%blockId_x] token = %0 : tile<64xf64>, partition_view<tile=(64), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
    return
  }
}
