// tilefuzz.launch kernel=@adam_f32 grid=3,1,1 seed=45
// tilefuzz.buffer p : f32[160] = uniform(-1, 1)
// tilefuzz.buffer g : f32[160] = uniform(-1, 1)
// tilefuzz.buffer m1 : f32[160] = uniform(-1, 1)
// tilefuzz.buffer m2 : f32[160] = uniform(0.25, 1)
// tilefuzz.args &p 160 1 &g 160 1 &m1 160 1 &m2 160 1 0.05
cuda_tile.module @kernels {
  entry @adam_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f32>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<f32>>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<f32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f32>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_8 = make_tensor_view %assume_0, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_9 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_10 = make_tensor_view %assume_1, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_11 = assume bounded<0, ?>, %arg10 : tile<i32>
    %tview_12 = make_tensor_view %assume_2, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview_8 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %cst_f32 = constant <f32: 0.899999976> : tile<f32>
    %pview_13 = make_partition_view %tview_10 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile_14, %result_token_15 = load_view_tko weak %pview_13[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %1 = join_tokens %0, %result_token_15 : token
    %reshape = reshape %cst_f32 : tile<f32> -> tile<1xf32>
    %bcast = broadcast %reshape : tile<1xf32> -> tile<64xf32>
    %cst_f32_16 = constant <f32: 1.000000e-01> : tile<f32>
    %reshape_17 = reshape %cst_f32_16 : tile<f32> -> tile<1xf32>
    %bcast_18 = broadcast %reshape_17 : tile<1xf32> -> tile<64xf32>
    %2 = mulf %bcast_18, %tile  : tile<64xf32>
    %3 = fma %bcast, %tile_14, %2  : tile<64xf32>
    %cst_f32_19 = constant <f32: 9.900000e-01> : tile<f32>
    %pview_20 = make_partition_view %tview_12 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile_21, %result_token_22 = load_view_tko weak %pview_20[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %4 = join_tokens %0, %result_token_22 : token
    %reshape_23 = reshape %cst_f32_19 : tile<f32> -> tile<1xf32>
    %bcast_24 = broadcast %reshape_23 : tile<1xf32> -> tile<64xf32>
    %cst_f32_25 = constant <f32: 0.00999999977> : tile<f32>
    %reshape_26 = reshape %cst_f32_25 : tile<f32> -> tile<1xf32>
    %bcast_27 = broadcast %reshape_26 : tile<1xf32> -> tile<64xf32>
    %5 = mulf %bcast_27, %tile  : tile<64xf32>
    %6 = mulf %5, %tile  : tile<64xf32>
    %7 = fma %bcast_24, %tile_21, %6  : tile<64xf32>
    %pview_28 = make_partition_view %tview_10 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %8 = store_view_tko weak %3, %pview_28[%blockId_x] token = %1 : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %pview_29 = make_partition_view %tview_12 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %9 = store_view_tko weak %7, %pview_29[%blockId_x] token = %4 : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %pview_30 = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile_31, %result_token_32 = load_view_tko weak %pview_30[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %10 = join_tokens %0, %result_token_32 : token
    %reshape_33 = reshape %arg12 : tile<f32> -> tile<1xf32>
    %bcast_34 = broadcast %reshape_33 : tile<1xf32> -> tile<64xf32>
    %11 = mulf %bcast_34, %3  : tile<64xf32>
    %12 = sqrt %7  : tile<64xf32>
    %cst_f32_35 = constant <f32: 9.99999997E-7> : tile<f32>
    %reshape_36 = reshape %cst_f32_35 : tile<f32> -> tile<1xf32>
    %bcast_37 = broadcast %reshape_36 : tile<1xf32> -> tile<64xf32>
    %13 = addf %12, %bcast_37  : tile<64xf32>
    %14 = divf %11, %13  : tile<64xf32>
    %15 = subf %tile_31, %14  : tile<64xf32>
    %pview_38 = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %16 = store_view_tko weak %15, %pview_38[%blockId_x] token = %10 : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
