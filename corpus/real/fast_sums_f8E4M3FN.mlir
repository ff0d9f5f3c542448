// tilefuzz.launch kernel=@fast_sums_f8E4M3FN grid=1,1,1 seed=204
// tilefuzz.buffer A : f8E4M3FN[2048] = uniform(-2, 2)
// tilefuzz.buffer B : f8E4M3FN[2048] = uniform(-2, 2)
// tilefuzz.buffer C : f32[256] = fill(0)
// tilefuzz.args &A 16 128 128 1 &B 128 16 16 1 &C 16 16 16 1
cuda_tile.module @kernels {
  entry @fast_sums_f8E4M3FN(%arg0: tile<ptr<f8E4M3FN>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f8E4M3FN>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<f32>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f8E4M3FN>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f8E4M3FN>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4, %assume_5], strides = [%assume_6, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %assume_7 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_7, %assume_8], strides = [%assume_9, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %assume_11 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_14 = make_tensor_view %assume_1, shape = [%assume_11, %assume_12], strides = [%assume_13, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %pview = make_partition_view %tview : partition_view<tile=(16x32), tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %1:2 = get_index_space_shape %pview : partition_view<tile=(16x32), tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_1_i32_15 = constant <i32: 1> : tile<i32>
    %cst_0_i32_16 = constant <i32: 0> : tile<i32>
    %pview_17 = make_partition_view %tview : partition_view<tile=(16x32), tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %cst_0_i32_18 = constant <i32: 0> : tile<i32>
    %pview_19 = make_partition_view %tview_10 : partition_view<tile=(32x16), tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %for = for %loopIdx in (%cst_0_i32 to %1#1, step %cst_1_i32_15) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<16x16xf32>) {
      %tile, %result_token = load_view_tko weak %pview_17[%cst_0_i32_16, %loopIdx] token = %0 : partition_view<tile=(16x32), tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<16x32xf8E4M3FN>, token
      %tile_23, %result_token_24 = load_view_tko weak %pview_19[%loopIdx, %cst_0_i32_18] token = %0 : partition_view<tile=(32x16), tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<32x16xf8E4M3FN>, token
      %3 = mmaf %tile, %tile_23, %iterArg0 fast_acc : tile<16x32xf8E4M3FN>, tile<32x16xf8E4M3FN>, tile<16x16xf32>
      continue %3 : tile<16x16xf32>
    }
    %cst_0_i32_20 = constant <i32: 0> : tile<i32>
    %cst_0_i32_21 = constant <i32: 0> : tile<i32>
    %pview_22 = make_partition_view %tview_14 : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>
    %2 = store_view_tko weak %for, %pview_22[%cst_0_i32_20, %cst_0_i32_21] token = %0 : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
