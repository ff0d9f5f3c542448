// tilefuzz.launch kernel=@functions_f64 grid=2,1,1 seed=188
// tilefuzz.buffer x : f64[64] = uniform(-1.3, 1.3)
// tilefuzz.buffer a : f64[64] = fill(0)
// tilefuzz.buffer b : f64[64] = fill(0)
// tilefuzz.buffer c : f64[64] = fill(0)
// tilefuzz.buffer d : f64[64] = fill(0)
// tilefuzz.buffer e : f64[64] = fill(0)
// tilefuzz.buffer f : f64[64] = fill(0)
// tilefuzz.args &x 64 1 &a 64 1 &b 64 1 &c 64 1 &d 64 1 &e 64 1 &f 64 1
cuda_tile.module @kernels {
  entry @functions_f64(%arg0: tile<ptr<f64>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f64>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f64>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<f64>>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<ptr<f64>>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<ptr<f64>>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<ptr<f64>>, %arg19: tile<i32>, %arg20: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f64>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f64>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f64>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<f64>>
    %assume_3 = assume div_by<16>, %arg12 : tile<ptr<f64>>
    %assume_4 = assume div_by<16>, %arg15 : tile<ptr<f64>>
    %assume_5 = assume div_by<16>, %arg18 : tile<ptr<f64>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_6 = constant <i32: 1> : tile<i32>
    %cst_1_i32_7 = constant <i32: 1> : tile<i32>
    %cst_1_i32_8 = constant <i32: 1> : tile<i32>
    %cst_1_i32_9 = constant <i32: 1> : tile<i32>
    %cst_1_i32_10 = constant <i32: 1> : tile<i32>
    %cst_1_i32_11 = constant <i32: 1> : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_12], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %assume_13 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_14 = make_tensor_view %assume_0, shape = [%assume_13], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %assume_15 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_16 = make_tensor_view %assume_1, shape = [%assume_15], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %assume_17 = assume bounded<0, ?>, %arg10 : tile<i32>
    %tview_18 = make_tensor_view %assume_2, shape = [%assume_17], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %assume_19 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_20 = make_tensor_view %assume_3, shape = [%assume_19], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %assume_21 = assume bounded<0, ?>, %arg16 : tile<i32>
    %tview_22 = make_tensor_view %assume_4, shape = [%assume_21], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %assume_23 = assume bounded<0, ?>, %arg19 : tile<i32>
    %tview_24 = make_tensor_view %assume_5, shape = [%assume_23], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> tile<32xf64>, token
    %1 = tan %tile : tile<32xf64>
    %pview_25 = make_partition_view %tview_14 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %2 = store_view_tko weak %1, %pview_25[%blockId_x] token = %0 : tile<32xf64>, partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
    %3 = sinh %tile : tile<32xf64>
    %pview_26 = make_partition_view %tview_16 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %4 = store_view_tko weak %3, %pview_26[%blockId_x] token = %0 : tile<32xf64>, partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
    %5 = cosh %tile : tile<32xf64>
    %pview_27 = make_partition_view %tview_18 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %6 = store_view_tko weak %5, %pview_27[%blockId_x] token = %0 : tile<32xf64>, partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
    %7 = absf %tile : tile<32xf64>
    %cst_f64 = constant <f64: 5.000000e-01> : tile<f64>
    %reshape = reshape %cst_f64 : tile<f64> -> tile<1xf64>
    %bcast = broadcast %reshape : tile<1xf64> -> tile<32xf64>
    %8 = addf %7, %bcast  : tile<32xf64>
    %9 = log2 %8 : tile<32xf64>
    %pview_28 = make_partition_view %tview_20 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %10 = store_view_tko weak %9, %pview_28[%blockId_x] token = %0 : tile<32xf64>, partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
    %cst_4_f64 = constant <f64: 4.000000e+00> : tile<f64>
    %reshape_29 = reshape %cst_4_f64 : tile<f64> -> tile<1xf64>
    %bcast_30 = broadcast %reshape_29 : tile<1xf64> -> tile<32xf64>
    %11 = mulf %tile, %bcast_30  : tile<32xf64>
    %12 = ceil %11 : tile<32xf64>
    %cst_4_f64_31 = constant <f64: 4.000000e+00> : tile<f64>
    %reshape_32 = reshape %cst_4_f64_31 : tile<f64> -> tile<1xf64>
    %bcast_33 = broadcast %reshape_32 : tile<1xf64> -> tile<32xf64>
    %13 = mulf %tile, %bcast_33  : tile<32xf64>
    %14 = floor %13 : tile<32xf64>
    %15 = subf %12, %14  : tile<32xf64>
    %pview_34 = make_partition_view %tview_22 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %16 = store_view_tko weak %15, %pview_34[%blockId_x] token = %0 : tile<32xf64>, partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
    %17 = log %tile : tile<32xf64>
    %18 = cmpf not_equal unordered %17, %17 : tile<32xf64> -> tile<32xi1>
    %19 = negf %tile : tile<32xf64>
    %20 = absf %tile : tile<32xf64>
    %cst_1_f64 = constant <f64: 1.000000e+00> : tile<f64>
    %reshape_35 = reshape %cst_1_f64 : tile<f64> -> tile<1xf64>
    %bcast_36 = broadcast %reshape_35 : tile<1xf64> -> tile<32xf64>
    %21 = addf %20, %bcast_36  : tile<32xf64>
    %22 = rsqrt %21 : tile<32xf64>
    %23 = select %18, %19, %22 : tile<32xi1>, tile<32xf64>
    %pview_37 = make_partition_view %tview_24 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %24 = store_view_tko weak %23, %pview_37[%blockId_x] token = %0 : tile<32xf64>, partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
    return
  }
}
