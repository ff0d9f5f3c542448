// tilefuzz.launch kernel=@attention_f16 grid=2,2,1 seed=108
// tilefuzz.buffer Q : f16[1024] = uniform(-1, 1)
// tilefuzz.buffer K : f16[1024] = uniform(-1, 1)
// tilefuzz.buffer V : f16[1024] = uniform(-1, 1)
// tilefuzz.buffer O : f16[1024] = fill(0)
// tilefuzz.args &Q 2 32 16 512 16 1 &K 2 32 16 512 16 1 &V 2 32 16 512 16 1 &O 2 32 16 512 16 1 0.25
cuda_tile.module @kernels {
  entry @attention_f16(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<i32>, %arg7: tile<ptr<f16>>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<ptr<f16>>, %arg15: tile<i32>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<i32>, %arg19: tile<i32>, %arg20: tile<i32>, %arg21: tile<ptr<f16>>, %arg22: tile<i32>, %arg23: tile<i32>, %arg24: tile<i32>, %arg25: tile<i32>, %arg26: tile<i32>, %arg27: tile<i32>, %arg28: tile<f32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
    %assume_0 = assume div_by<16>, %arg7 : tile<ptr<f16>>
    %assume_1 = assume div_by<16>, %arg14 : tile<ptr<f16>>
    %assume_2 = assume div_by<16>, %arg21 : tile<ptr<f16>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg3 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg4 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg5 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6, %assume_7, %assume_8], strides = [%assume_9, %assume_10, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %assume_11 = assume bounded<0, ?>, %arg8 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg9 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg10 : tile<i32>
    %assume_14 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_15 = assume bounded<0, ?>, %arg12 : tile<i32>
    %tview_16 = make_tensor_view %assume_0, shape = [%assume_11, %assume_12, %assume_13], strides = [%assume_14, %assume_15, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %assume_17 = assume bounded<0, ?>, %arg15 : tile<i32>
    %assume_18 = assume bounded<0, ?>, %arg16 : tile<i32>
    %assume_19 = assume bounded<0, ?>, %arg17 : tile<i32>
    %assume_20 = assume bounded<0, ?>, %arg18 : tile<i32>
    %assume_21 = assume bounded<0, ?>, %arg19 : tile<i32>
    %tview_22 = make_tensor_view %assume_1, shape = [%assume_17, %assume_18, %assume_19], strides = [%assume_20, %assume_21, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %assume_23 = assume bounded<0, ?>, %arg22 : tile<i32>
    %assume_24 = assume bounded<0, ?>, %arg23 : tile<i32>
    %assume_25 = assume bounded<0, ?>, %arg24 : tile<i32>
    %assume_26 = assume bounded<0, ?>, %arg25 : tile<i32>
    %assume_27 = assume bounded<0, ?>, %arg26 : tile<i32>
    %tview_28 = make_tensor_view %assume_2, shape = [%assume_23, %assume_24, %assume_25], strides = [%assume_26, %assume_27, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %cst_16_i32 = constant <i32: 16> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_29, %blockId_y_30, %blockId_z_31 = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_y, %blockId_x_29, %cst_0_i32] token = %0 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x16x16xf16>, token
    %reshape = reshape %tile : tile<1x16x16xf16> -> tile<16x16xf16>
    %cst_f32 = constant <f32: -1.000000e+30> : tile<16x1xf32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<16x1xf32>
    %cst_0_f32_32 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %pview_33 = make_partition_view %tview_16 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %1:3 = get_index_space_shape %pview_33 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>> -> tile<i32>
    %cst_0_i32_34 = constant <i32: 0> : tile<i32>
    %cst_1_i32_35 = constant <i32: 1> : tile<i32>
    %cst_0_i32_36 = constant <i32: 0> : tile<i32>
    %pview_37 = make_partition_view %tview_16 : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %cst_0_f32_38 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %reshape_39 = reshape %arg28 : tile<f32> -> tile<1x1xf32>
    %bcast = broadcast %reshape_39 : tile<1x1xf32> -> tile<16x16xf32>
    %2 = iota : tile<16xi32>
    %reshape_40 = reshape %assume_12 : tile<i32> -> tile<1x1xi32>
    %bcast_41 = broadcast %reshape_40 : tile<1x1xi32> -> tile<1x16xi32>
    %cst_f32_42 = constant <f32: -1.000000e+30> : tile<f32>
    %reshape_43 = reshape %cst_f32_42 : tile<f32> -> tile<1x1xf32>
    %bcast_44 = broadcast %reshape_43 : tile<1x1xf32> -> tile<16x16xf32>
    %cst_0_i32_45 = constant <i32: 0> : tile<i32>
    %pview_46 = make_partition_view %tview_22 : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %for:3 = for %loopIdx in (%cst_0_i32_34 to %1#1, step %cst_1_i32_35) : tile<i32> iter_values(%iterArg0 = %cst_0_f32_32, %iterArg1 = %cst_0_f32, %iterArg2 = %cst_f32) -> (tile<16x16xf32>, tile<16x1xf32>, tile<16x1xf32>) {
      %tile_51, %result_token_52 = load_view_tko weak %pview_37[%blockId_y, %loopIdx, %cst_0_i32_36] token = %0 : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x16x16xf16>, token
      %reshape_53 = reshape %tile_51 : tile<1x16x16xf16> -> tile<16x16xf16>
      %6 = permute %reshape_53 [1, 0] : tile<16x16xf16> -> tile<16x16xf16>
      %7 = mmaf %reshape, %6, %cst_0_f32_38 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      %8 = mulf %7, %bcast  : tile<16x16xf32>
      %9 = muli %loopIdx, %cst_16_i32  : tile<i32>
      %reshape_54 = reshape %9 : tile<i32> -> tile<1xi32>
      %bcast_55 = broadcast %reshape_54 : tile<1xi32> -> tile<16xi32>
      %10 = addi %bcast_55, %2  : tile<16xi32>
      %reshape_56 = reshape %10 : tile<16xi32> -> tile<1x16xi32>
      %11 = cmpi less_than %reshape_56, %bcast_41, signed : tile<1x16xi32> -> tile<1x16xi1>
      %bcast_57 = broadcast %11 : tile<1x16xi1> -> tile<16x16xi1>
      %12 = select %bcast_57, %8, %bcast_44 : tile<16x16xi1>, tile<16x16xf32>
      %reduce = reduce %12 dim=1 identities=[0xFF800000 : f32] : tile<16x16xf32> -> tile<16xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %22 = maxf %reduce_lhs, %reduce_rhs  : tile<f32>
        yield %22 : tile<f32>
      }
      %reshape_58 = reshape %reduce : tile<16xf32> -> tile<16x1xf32>
      %13 = maxf %iterArg2, %reshape_58  : tile<16x1xf32>
      %bcast_59 = broadcast %13 : tile<16x1xf32> -> tile<16x16xf32>
      %14 = subf %12, %bcast_59  : tile<16x16xf32>
      %15 = exp2 %14 : tile<16x16xf32>
      %16 = subf %iterArg2, %13  : tile<16x1xf32>
      %17 = exp2 %16 : tile<16x1xf32>
      %reduce_60 = reduce %15 dim=1 identities=[0.000000e+00 : f32] : tile<16x16xf32> -> tile<16xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %22 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
        yield %22 : tile<f32>
      }
      %reshape_61 = reshape %reduce_60 : tile<16xf32> -> tile<16x1xf32>
      %18 = fma %iterArg1, %17, %reshape_61  : tile<16x1xf32>
      %tile_62, %result_token_63 = load_view_tko weak %pview_46[%blockId_y, %loopIdx, %cst_0_i32_45] token = %0 : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x16x16xf16>, token
      %reshape_64 = reshape %tile_62 : tile<1x16x16xf16> -> tile<16x16xf16>
      %19 = ftof %15  : tile<16x16xf32> -> tile<16x16xf16>
      %bcast_65 = broadcast %17 : tile<16x1xf32> -> tile<16x16xf32>
      %20 = mulf %iterArg0, %bcast_65  : tile<16x16xf32>
      %21 = mmaf %19, %reshape_64, %20 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      continue %21, %18, %13 : tile<16x16xf32>, tile<16x1xf32>, tile<16x1xf32>
    }
    %cst_0_i32_47 = constant <i32: 0> : tile<i32>
    %bcast_48 = broadcast %for#1 : tile<16x1xf32> -> tile<16x16xf32>
    %3 = divf %for#0, %bcast_48  : tile<16x16xf32>
    %4 = ftof %3  : tile<16x16xf32> -> tile<16x16xf16>
    %reshape_49 = reshape %4 : tile<16x16xf16> -> tile<1x16x16xf16>
    %pview_50 = make_partition_view %tview_28 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %5 = store_view_tko weak %reshape_49, %pview_50[%blockId_y, %blockId_x_29, %cst_0_i32_47] token = %0 : tile<1x16x16xf16>, partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> token
    return
  }
}
