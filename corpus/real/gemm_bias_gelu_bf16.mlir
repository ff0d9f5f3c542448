// tilefuzz.launch kernel=@gemm_bias_gelu_bf16 grid=2,2,1 seed=99
// tilefuzz.buffer A : bf16[1280] = uniform(-1, 1)
// tilefuzz.buffer B : bf16[1280] = uniform(-1, 1)
// tilefuzz.buffer bias : bf16[32] = uniform(-1, 1)
// tilefuzz.buffer C : bf16[1024] = fill(0)
// tilefuzz.args &A 32 40 40 1 &B 40 32 32 1 &bias 32 1 &C 32 32 32 1
cuda_tile.module @kernels {
  entry @gemm_bias_gelu_bf16(%arg0: tile<ptr<bf16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<bf16>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<bf16>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<ptr<bf16>>, %arg14: tile<i32>, %arg15: tile<i32>, %arg16: tile<i32>, %arg17: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<bf16>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<bf16>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<bf16>>
    %assume_2 = assume div_by<16>, %arg13 : tile<ptr<bf16>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6, %assume_7], strides = [%assume_8, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %assume_9 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_11 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_12 = make_tensor_view %assume_0, shape = [%assume_9, %assume_10], strides = [%assume_11, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %assume_13 = assume bounded<0, ?>, %arg11 : tile<i32>
    %tview_14 = make_tensor_view %assume_1, shape = [%assume_13], strides = [1] : tile<i32> -> tensor_view<?xbf16, strides=[1]>
    %assume_15 = assume bounded<0, ?>, %arg14 : tile<i32>
    %assume_16 = assume bounded<0, ?>, %arg15 : tile<i32>
    %assume_17 = assume bounded<0, ?>, %arg16 : tile<i32>
    %tview_18 = make_tensor_view %assume_2, shape = [%assume_15, %assume_16], strides = [%assume_17, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_19, %blockId_y_20, %blockId_z_21 = get_tile_block_id : tile<i32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %pview = make_partition_view %tview : partition_view<tile=(16x16), tensor_view<?x?xbf16, strides=[?,1]>>
    %1:2 = get_index_space_shape %pview : partition_view<tile=(16x16), tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_1_i32_22 = constant <i32: 1> : tile<i32>
    %pview_23 = make_partition_view %tview : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %pview_24 = make_partition_view %tview_12 : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %for = for %loopIdx in (%cst_0_i32 to %1#1, step %cst_1_i32_22) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<16x16xf32>) {
      %tile_37, %result_token_38 = load_view_tko weak %pview_23[%blockId_x, %loopIdx] token = %0 : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<16x16xbf16>, token
      %tile_39, %result_token_40 = load_view_tko weak %pview_24[%loopIdx, %blockId_y_20] token = %0 : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<16x16xbf16>, token
      %14 = mmaf %tile_37, %tile_39, %iterArg0 : tile<16x16xbf16>, tile<16x16xbf16>, tile<16x16xf32>
      continue %14 : tile<16x16xf32>
    }
    %pview_25 = make_partition_view %tview_14 : partition_view<tile=(16), tensor_view<?xbf16, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview_25[%blockId_y_20] token = %0 : partition_view<tile=(16), tensor_view<?xbf16, strides=[1]>>, tile<i32> -> tile<16xbf16>, token
    %2 = ftof %tile  : tile<16xbf16> -> tile<16xf32>
    %reshape = reshape %2 : tile<16xf32> -> tile<1x16xf32>
    %bcast = broadcast %reshape : tile<1x16xf32> -> tile<16x16xf32>
    %3 = addf %for, %bcast  : tile<16x16xf32>
    %cst_f32 = constant <f32: 5.000000e-01> : tile<f32>
    %reshape_26 = reshape %cst_f32 : tile<f32> -> tile<1x1xf32>
    %bcast_27 = broadcast %reshape_26 : tile<1x1xf32> -> tile<16x16xf32>
    %4 = mulf %bcast_27, %3  : tile<16x16xf32>
    %cst_1_f32 = constant <f32: 1.000000e+00> : tile<f32>
    %cst_f32_28 = constant <f32: 0.797884583> : tile<f32>
    %cst_f32_29 = constant <f32: 4.471500e-02> : tile<f32>
    %reshape_30 = reshape %cst_f32_29 : tile<f32> -> tile<1x1xf32>
    %bcast_31 = broadcast %reshape_30 : tile<1x1xf32> -> tile<16x16xf32>
    %5 = mulf %bcast_31, %3  : tile<16x16xf32>
    %6 = mulf %5, %3  : tile<16x16xf32>
    %7 = fma %6, %3, %3  : tile<16x16xf32>
    %reshape_32 = reshape %cst_f32_28 : tile<f32> -> tile<1x1xf32>
    %bcast_33 = broadcast %reshape_32 : tile<1x1xf32> -> tile<16x16xf32>
    %8 = mulf %bcast_33, %7  : tile<16x16xf32>
    %9 = tanh %8  : tile<16x16xf32>
    %reshape_34 = reshape %cst_1_f32 : tile<f32> -> tile<1x1xf32>
    %bcast_35 = broadcast %reshape_34 : tile<1x1xf32> -> tile<16x16xf32>
    %10 = addf %bcast_35, %9  : tile<16x16xf32>
    %11 = mulf %4, %10  : tile<16x16xf32>
    %12 = ftof %11  : tile<16x16xf32> -> tile<16x16xbf16>
    %pview_36 = make_partition_view %tview_18 : partition_view<tile=(16x16), tensor_view<?x?xbf16, strides=[?,1]>>
    %13 = store_view_tko weak %12, %pview_36[%blockId_x, %blockId_y_20] token = %0 : tile<16x16xbf16>, partition_view<tile=(16x16), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
