// tilefuzz.launch kernel=@circular_f64 grid=2,1,1 seed=186
// tilefuzz.buffer x : f64[64] = uniform(-3, 3)
// tilefuzz.buffer y : f64[64] = uniform(-3, 3)
// tilefuzz.buffer angle : f64[64] = fill(0)
// tilefuzz.buffer power : f64[64] = fill(0)
// tilefuzz.args &x 64 1 &y 64 1 &angle 64 1 &power 64 1
cuda_tile.module @kernels {
  entry @circular_f64(%arg0: tile<ptr<f64>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f64>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f64>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<f64>>, %arg10: tile<i32>, %arg11: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f64>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f64>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f64>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<f64>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_8 = make_tensor_view %assume_0, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %assume_9 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_10 = make_tensor_view %assume_1, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %assume_11 = assume bounded<0, ?>, %arg10 : tile<i32>
    %tview_12 = make_tensor_view %assume_2, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> tile<32xf64>, token
    %pview_13 = make_partition_view %tview_8 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %tile_14, %result_token_15 = load_view_tko weak %pview_13[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> tile<32xf64>, token
    %1 = atan2 %tile, %tile_14 : tile<32xf64>
    %pview_16 = make_partition_view %tview_10 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %2 = store_view_tko weak %1, %pview_16[%blockId_x] token = %0 : tile<32xf64>, partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
    %3 = absf %tile : tile<32xf64>
    %cst_1_f64 = constant <f64: 1.000000e+00> : tile<f64>
    %reshape = reshape %cst_1_f64 : tile<f64> -> tile<1xf64>
    %bcast = broadcast %reshape : tile<1xf64> -> tile<32xf64>
    %4 = addf %3, %bcast  : tile<32xf64>
    %5 = pow %4, %tile_14 : tile<32xf64>
    %pview_17 = make_partition_view %tview_12 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %6 = store_view_tko weak %5, %pview_17[%blockId_x] token = %0 : tile<32xf64>, partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
    return
  }
}
