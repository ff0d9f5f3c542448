// C = f16(max(A * B + bias, 0)) with f32 accumulation; M = N = 64, K = 32.
// tilefuzz.launch kernel=@gemm_bias_relu grid=2,2,1 seed=2
// tilefuzz.buffer A : f16[7680] = uniform(-2, 2)
// tilefuzz.buffer B : f16[10240] = uniform(-2, 2)
// tilefuzz.buffer bias : f16[128] = uniform(-4, 4)
// tilefuzz.buffer C : f16[12288] = fill(-1)
// tilefuzz.args &A 96 80 80 1 &B 80 128 128 1 &bias 128 1 &C 96 128 128 1
cuda_tile.module @kernels {
  entry @gemm_bias_relu(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f16>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<f16>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<ptr<f16>>, %arg14: tile<i32>, %arg15: tile<i32>, %arg16: tile<i32>, %arg17: tile<i32>) optimization_hints=<sm_100 = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
    %assume_0 = assume div_by<16>, %arg3 : tile<i32>
    %assume_1 = assume div_by<16>, %arg5 : tile<ptr<f16>>
    %assume_2 = assume div_by<16>, %arg8 : tile<i32>
    %assume_3 = assume div_by<16>, %arg10 : tile<ptr<f16>>
    %assume_4 = assume div_by<16>, %arg13 : tile<ptr<f16>>
    %assume_5 = assume div_by<16>, %arg16 : tile<i32>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_6 = constant <i32: 1> : tile<i32>
    %cst_1_i32_7 = constant <i32: 1> : tile<i32>
    %cst_1_i32_8 = constant <i32: 1> : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_assume = assume bounded<0, ?>, %assume_0 : tile<i32>
    %assume_assume_assume = assume div_by<16>, %assume_assume : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_9, %assume_10], strides = [%assume_assume_assume, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %assume_11 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_assume_13 = assume bounded<0, ?>, %assume_2 : tile<i32>
    %assume_assume_assume_14 = assume div_by<16>, %assume_assume_13 : tile<i32>
    %tview_15 = make_tensor_view %assume_1, shape = [%assume_11, %assume_12], strides = [%assume_assume_assume_14, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %assume_16 = assume bounded<0, ?>, %arg11 : tile<i32>
    %tview_17 = make_tensor_view %assume_3, shape = [%assume_16], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %assume_18 = assume bounded<0, ?>, %arg14 : tile<i32>
    %assume_19 = assume bounded<0, ?>, %arg15 : tile<i32>
    %assume_assume_20 = assume bounded<0, ?>, %assume_5 : tile<i32>
    %assume_assume_assume_21 = assume div_by<16>, %assume_assume_20 : tile<i32>
    %tview_22 = make_tensor_view %assume_4, shape = [%assume_18, %assume_19], strides = [%assume_assume_assume_21, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_23, %blockId_y_24, %blockId_z_25 = get_tile_block_id : tile<i32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<64x64xf32>
    %pview = make_partition_view %tview : partition_view<tile=(64x32), tensor_view<?x?xf16, strides=[?,1]>>
    %1:2 = get_index_space_shape %pview : partition_view<tile=(64x32), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_1_i32_26 = constant <i32: 1> : tile<i32>
    %for = for %loopIdx in (%cst_0_i32 to %1#1, step %cst_1_i32_26) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<64x64xf32>) {
      %pview_32 = make_partition_view %tview : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
      %tile_33, %result_token_34 = load_view_tko weak %pview_32[%blockId_x, %loopIdx] token = %0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %pview_35 = make_partition_view %tview_15 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
      %tile_36, %result_token_37 = load_view_tko weak %pview_35[%loopIdx, %blockId_y_24] token = %0 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %7 = mmaf %tile_33, %tile_36, %iterArg0 : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %7 : tile<64x64xf32>
    }
    %pview_27 = make_partition_view %tview_17 : partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview_27[%blockId_y_24] token = %0 : partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %2 = ftof %tile  : tile<64xf16> -> tile<64xf32>
    %reshape = reshape %2 : tile<64xf32> -> tile<1x64xf32>
    %bcast = broadcast %reshape : tile<1x64xf32> -> tile<64x64xf32>
    %3 = addf %for, %bcast  : tile<64x64xf32>
    %cst_0_f32_28 = constant <f32: 0.000000e+00> : tile<f32>
    %reshape_29 = reshape %cst_0_f32_28 : tile<f32> -> tile<1x1xf32>
    %bcast_30 = broadcast %reshape_29 : tile<1x1xf32> -> tile<64x64xf32>
    %4 = maxf %3, %bcast_30 : tile<64x64xf32>
    %5 = ftof %4  : tile<64x64xf32> -> tile<64x64xf16>
    %pview_31 = make_partition_view %tview_22 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
    %6 = store_view_tko weak %5, %pview_31[%blockId_x, %blockId_y_24] token = %0 : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
