// tilefuzz.launch kernel=@attention_f16_causal grid=2,2,1 seed=109
// tilefuzz.buffer Q : f16[1024] = uniform(-1, 1)
// tilefuzz.buffer K : f16[1024] = uniform(-1, 1)
// tilefuzz.buffer V : f16[1024] = uniform(-1, 1)
// tilefuzz.buffer O : f16[1024] = fill(0)
// tilefuzz.args &Q 2 32 16 512 16 1 &K 2 32 16 512 16 1 &V 2 32 16 512 16 1 &O 2 32 16 512 16 1 0.25
cuda_tile.module @kernels {
  entry @attention_f16_causal(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<i32>, %arg7: tile<ptr<f16>>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<ptr<f16>>, %arg15: tile<i32>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<i32>, %arg19: tile<i32>, %arg20: tile<i32>, %arg21: tile<ptr<f16>>, %arg22: tile<i32>, %arg23: tile<i32>, %arg24: tile<i32>, %arg25: tile<i32>, %arg26: tile<i32>, %arg27: tile<i32>, %arg28: tile<f32>) optimization_hints=<default = {}> {
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
    %cst_16_i32_29 = constant <i32: 16> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_30, %blockId_y_31, %blockId_z_32 = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_y, %blockId_x_30, %cst_0_i32] token = %0 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x16x16xf16>, token
    %reshape = reshape %tile : tile<1x16x16xf16> -> tile<16x16xf16>
    %cst_f32 = constant <f32: -1.000000e+30> : tile<16x1xf32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<16x1xf32>
    %cst_0_f32_33 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %1 = muli %blockId_x_30, %cst_16_i32  : tile<i32>
    %2 = iota : tile<16xi32>
    %reshape_34 = reshape %1 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape_34 : tile<1xi32> -> tile<16xi32>
    %3 = addi %bcast, %2  : tile<16xi32>
    %reshape_35 = reshape %3 : tile<16xi32> -> tile<16x1xi32>
    %pview_36 = make_partition_view %tview_16 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %4:3 = get_index_space_shape %pview_36 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>> -> tile<i32>
    %cst_0_i32_37 = constant <i32: 0> : tile<i32>
    %cst_1_i32_38 = constant <i32: 1> : tile<i32>
    %cst_0_i32_39 = constant <i32: 0> : tile<i32>
    %pview_40 = make_partition_view %tview_16 : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %cst_0_f32_41 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %reshape_42 = reshape %arg28 : tile<f32> -> tile<1x1xf32>
    %bcast_43 = broadcast %reshape_42 : tile<1x1xf32> -> tile<16x16xf32>
    %5 = iota : tile<16xi32>
    %reshape_44 = reshape %assume_12 : tile<i32> -> tile<1x1xi32>
    %bcast_45 = broadcast %reshape_44 : tile<1x1xi32> -> tile<1x16xi32>
    %bcast_46 = broadcast %reshape_35 : tile<16x1xi32> -> tile<16x16xi32>
    %cst_f32_47 = constant <f32: -1.000000e+30> : tile<f32>
    %reshape_48 = reshape %cst_f32_47 : tile<f32> -> tile<1x1xf32>
    %bcast_49 = broadcast %reshape_48 : tile<1x1xf32> -> tile<16x16xf32>
    %cst_0_i32_50 = constant <i32: 0> : tile<i32>
    %pview_51 = make_partition_view %tview_22 : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %for:3 = for %loopIdx in (%cst_0_i32_37 to %4#1, step %cst_1_i32_38) : tile<i32> iter_values(%iterArg0 = %cst_0_f32_33, %iterArg1 = %cst_0_f32, %iterArg2 = %cst_f32) -> (tile<16x16xf32>, tile<16x1xf32>, tile<16x1xf32>) {
      %tile_56, %result_token_57 = load_view_tko weak %pview_40[%blockId_y, %loopIdx, %cst_0_i32_39] token = %0 : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x16x16xf16>, token
      %reshape_58 = reshape %tile_56 : tile<1x16x16xf16> -> tile<16x16xf16>
      %9 = permute %reshape_58 [1, 0] : tile<16x16xf16> -> tile<16x16xf16>
      %10 = mmaf %reshape, %9, %cst_0_f32_41 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      %11 = mulf %10, %bcast_43  : tile<16x16xf32>
      %12 = muli %loopIdx, %cst_16_i32_29  : tile<i32>
      %reshape_59 = reshape %12 : tile<i32> -> tile<1xi32>
      %bcast_60 = broadcast %reshape_59 : tile<1xi32> -> tile<16xi32>
      %13 = addi %bcast_60, %5  : tile<16xi32>
      %reshape_61 = reshape %13 : tile<16xi32> -> tile<1x16xi32>
      %14 = cmpi less_than %reshape_61, %bcast_45, signed : tile<1x16xi32> -> tile<1x16xi1>
      %bcast_62 = broadcast %reshape_61 : tile<1x16xi32> -> tile<16x16xi32>
      %15 = cmpi less_than_or_equal %bcast_62, %bcast_46, signed : tile<16x16xi32> -> tile<16x16xi1>
      %bcast_63 = broadcast %14 : tile<1x16xi1> -> tile<16x16xi1>
      %16 = andi %bcast_63, %15 : tile<16x16xi1>
      %17 = select %16, %11, %bcast_49 : tile<16x16xi1>, tile<16x16xf32>
      %reduce = reduce %17 dim=1 identities=[0xFF800000 : f32] : tile<16x16xf32> -> tile<16xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %27 = maxf %reduce_lhs, %reduce_rhs  : tile<f32>
        yield %27 : tile<f32>
      }
      %reshape_64 = reshape %reduce : tile<16xf32> -> tile<16x1xf32>
      %18 = maxf %iterArg2, %reshape_64  : tile<16x1xf32>
      %bcast_65 = broadcast %18 : tile<16x1xf32> -> tile<16x16xf32>
      %19 = subf %17, %bcast_65  : tile<16x16xf32>
      %20 = exp2 %19 : tile<16x16xf32>
      %21 = subf %iterArg2, %18  : tile<16x1xf32>
      %22 = exp2 %21 : tile<16x1xf32>
      %reduce_66 = reduce %20 dim=1 identities=[0.000000e+00 : f32] : tile<16x16xf32> -> tile<16xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %27 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
        yield %27 : tile<f32>
      }
      %reshape_67 = reshape %reduce_66 : tile<16xf32> -> tile<16x1xf32>
      %23 = fma %iterArg1, %22, %reshape_67  : tile<16x1xf32>
      %tile_68, %result_token_69 = load_view_tko weak %pview_51[%blockId_y, %loopIdx, %cst_0_i32_50] token = %0 : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x16x16xf16>, token
      %reshape_70 = reshape %tile_68 : tile<1x16x16xf16> -> tile<16x16xf16>
      %24 = ftof %20  : tile<16x16xf32> -> tile<16x16xf16>
      %bcast_71 = broadcast %22 : tile<16x1xf32> -> tile<16x16xf32>
      %25 = mulf %iterArg0, %bcast_71  : tile<16x16xf32>
      %26 = mmaf %24, %reshape_70, %25 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      continue %26, %23, %18 : tile<16x16xf32>, tile<16x1xf32>, tile<16x1xf32>
    }
    %cst_0_i32_52 = constant <i32: 0> : tile<i32>
    %bcast_53 = broadcast %for#1 : tile<16x1xf32> -> tile<16x16xf32>
    %6 = divf %for#0, %bcast_53  : tile<16x16xf32>
    %7 = ftof %6  : tile<16x16xf32> -> tile<16x16xf16>
    %reshape_54 = reshape %7 : tile<16x16xf16> -> tile<1x16x16xf16>
    %pview_55 = make_partition_view %tview_28 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %8 = store_view_tko weak %reshape_54, %pview_55[%blockId_y, %blockId_x_30, %cst_0_i32_52] token = %0 : tile<1x16x16xf16>, partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> token
    return
  }
}
