// tilefuzz.launch kernel=@linear_attention_f16 grid=1,1,1 seed=113
// tilefuzz.buffer Q : f16[768] = uniform(-1, 1)
// tilefuzz.buffer K : f16[768] = uniform(-1, 1)
// tilefuzz.buffer V : f16[768] = uniform(-1, 1)
// tilefuzz.buffer O : f32[768] = fill(0)
// tilefuzz.args &Q 48 16 16 1 &K 48 16 16 1 &V 48 16 16 1 &O 48 16 16 1
cuda_tile.module @kernels {
  entry @linear_attention_f16(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f16>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<f16>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<ptr<f32>>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<i32>, %arg19: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f16>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<f16>>
    %assume_2 = assume div_by<16>, %arg15 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6, %assume_7], strides = [%assume_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %assume_9 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_11 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_12 = make_tensor_view %assume_0, shape = [%assume_9, %assume_10], strides = [%assume_11, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %assume_13 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_14 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_15 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_16 = make_tensor_view %assume_1, shape = [%assume_13, %assume_14], strides = [%assume_15, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %assume_17 = assume bounded<0, ?>, %arg16 : tile<i32>
    %assume_18 = assume bounded<0, ?>, %arg17 : tile<i32>
    %assume_19 = assume bounded<0, ?>, %arg18 : tile<i32>
    %tview_20 = make_tensor_view %assume_2, shape = [%assume_17, %assume_18], strides = [%assume_19, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %1 = iota : tile<16xi32>
    %reshape = reshape %1 : tile<16xi32> -> tile<16x1xi32>
    %2 = iota : tile<16xi32>
    %reshape_21 = reshape %2 : tile<16xi32> -> tile<1x16xi32>
    %pview = make_partition_view %tview : partition_view<tile=(16x16), tensor_view<?x?xf16, strides=[?,1]>>
    %3:2 = get_index_space_shape %pview : partition_view<tile=(16x16), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_1_i32_22 = constant <i32: 1> : tile<i32>
    %cst_0_i32_23 = constant <i32: 0> : tile<i32>
    %pview_24 = make_partition_view %tview : partition_view<tile=(16x16), tensor_view<?x?xf16, strides=[?,1]>>
    %cst_0_i32_25 = constant <i32: 0> : tile<i32>
    %pview_26 = make_partition_view %tview_12 : partition_view<tile=(16x16), tensor_view<?x?xf16, strides=[?,1]>>
    %cst_0_i32_27 = constant <i32: 0> : tile<i32>
    %pview_28 = make_partition_view %tview_16 : partition_view<tile=(16x16), tensor_view<?x?xf16, strides=[?,1]>>
    %cst_0_f32_29 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %bcast = broadcast %reshape_21 : tile<1x16xi32> -> tile<16x16xi32>
    %bcast_30 = broadcast %reshape : tile<16x1xi32> -> tile<16x16xi32>
    %4 = cmpi less_than_or_equal %bcast, %bcast_30, signed : tile<16x16xi32> -> tile<16x16xi1>
    %cst_0_f32_31 = constant <f32: 0.000000e+00> : tile<f32>
    %reshape_32 = reshape %cst_0_f32_31 : tile<f32> -> tile<1x1xf32>
    %bcast_33 = broadcast %reshape_32 : tile<1x1xf32> -> tile<16x16xf32>
    %cst_0_f32_34 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %cst_0_i32_35 = constant <i32: 0> : tile<i32>
    %pview_36 = make_partition_view %tview_20 : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>
    %for = for %loopIdx in (%cst_0_i32 to %3#0, step %cst_1_i32_22) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<16x16xf32>) {
      %tile, %result_token = load_view_tko weak %pview_24[%loopIdx, %cst_0_i32_23] token = %0 : partition_view<tile=(16x16), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x16xf16>, token
      %tile_37, %result_token_38 = load_view_tko weak %pview_26[%loopIdx, %cst_0_i32_25] token = %0 : partition_view<tile=(16x16), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x16xf16>, token
      %tile_39, %result_token_40 = load_view_tko weak %pview_28[%loopIdx, %cst_0_i32_27] token = %0 : partition_view<tile=(16x16), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x16xf16>, token
      %5 = permute %tile_37 [1, 0] : tile<16x16xf16> -> tile<16x16xf16>
      %6 = mmaf %tile, %5, %cst_0_f32_29 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      %7 = select %4, %6, %bcast_33 : tile<16x16xi1>, tile<16x16xf32>
      %8 = ftof %7  : tile<16x16xf32> -> tile<16x16xf16>
      %9 = ftof %iterArg0  : tile<16x16xf32> -> tile<16x16xf16>
      %10 = mmaf %tile, %9, %cst_0_f32_34 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      %11 = mmaf %8, %tile_39, %10 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      %12 = store_view_tko weak %11, %pview_36[%loopIdx, %cst_0_i32_35] token = %0 : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
      %13 = permute %tile_37 [1, 0] : tile<16x16xf16> -> tile<16x16xf16>
      %14 = mmaf %13, %tile_39, %iterArg0 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      continue %14 : tile<16x16xf32>
    }
    return
  }
}
