// tilefuzz.launch kernel=@decode_attention_f32 grid=3,1,1 seed=112
// tilefuzz.buffer q : f32[48] = uniform(-1, 1)
// tilefuzz.buffer K : f32[1536] = uniform(-1, 1)
// tilefuzz.buffer V : f32[1536] = uniform(-1, 1)
// tilefuzz.buffer out : f32[48] = fill(0)
// tilefuzz.args &q 3 16 16 1 &K 3 32 16 512 16 1 &V 3 32 16 512 16 1 &out 3 16 16 1
cuda_tile.module @kernels {
  entry @decode_attention_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<ptr<f32>>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<i32>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<i32>, %arg19: tile<ptr<f32>>, %arg20: tile<i32>, %arg21: tile<i32>, %arg22: tile<i32>, %arg23: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg12 : tile<ptr<f32>>
    %assume_2 = assume div_by<16>, %arg19 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6, %assume_7], strides = [%assume_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_9 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_11 = assume bounded<0, ?>, %arg8 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg9 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg10 : tile<i32>
    %tview_14 = make_tensor_view %assume_0, shape = [%assume_9, %assume_10, %assume_11], strides = [%assume_12, %assume_13, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
    %assume_15 = assume bounded<0, ?>, %arg13 : tile<i32>
    %assume_16 = assume bounded<0, ?>, %arg14 : tile<i32>
    %assume_17 = assume bounded<0, ?>, %arg15 : tile<i32>
    %assume_18 = assume bounded<0, ?>, %arg16 : tile<i32>
    %assume_19 = assume bounded<0, ?>, %arg17 : tile<i32>
    %tview_20 = make_tensor_view %assume_1, shape = [%assume_15, %assume_16, %assume_17], strides = [%assume_18, %assume_19, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
    %assume_21 = assume bounded<0, ?>, %arg20 : tile<i32>
    %assume_22 = assume bounded<0, ?>, %arg21 : tile<i32>
    %assume_23 = assume bounded<0, ?>, %arg22 : tile<i32>
    %tview_24 = make_tensor_view %assume_2, shape = [%assume_21, %assume_22], strides = [%assume_23, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(1x16), tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(1x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x16xf32>, token
    %cst_f32 = constant <f32: -1.000000e+30> : tile<1x1xf32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<1x1xf32>
    %cst_0_f32_25 = constant <f32: 0.000000e+00> : tile<1x16xf32>
    %pview_26 = make_partition_view %tview_14 : partition_view<tile=(1x8x16), tensor_view<?x?x?xf32, strides=[?,?,1]>>
    %1:3 = get_index_space_shape %pview_26 : partition_view<tile=(1x8x16), tensor_view<?x?x?xf32, strides=[?,?,1]>> -> tile<i32>
    %cst_0_i32_27 = constant <i32: 0> : tile<i32>
    %cst_1_i32_28 = constant <i32: 1> : tile<i32>
    %cst_0_i32_29 = constant <i32: 0> : tile<i32>
    %pview_30 = make_partition_view %tview_14 : partition_view<tile=(1x8x16), tensor_view<?x?x?xf32, strides=[?,?,1]>>
    %bcast = broadcast %tile : tile<1x16xf32> -> tile<8x16xf32>
    %cst_0_i32_31 = constant <i32: 0> : tile<i32>
    %pview_32 = make_partition_view %tview_20 : partition_view<tile=(1x8x16), tensor_view<?x?x?xf32, strides=[?,?,1]>>
    %for:3 = for %loopIdx in (%cst_0_i32_27 to %1#1, step %cst_1_i32_28) : tile<i32> iter_values(%iterArg0 = %cst_0_f32_25, %iterArg1 = %cst_0_f32, %iterArg2 = %cst_f32) -> (tile<1x16xf32>, tile<1x1xf32>, tile<1x1xf32>) {
      %tile_36, %result_token_37 = load_view_tko weak %pview_30[%blockId_x, %loopIdx, %cst_0_i32_29] token = %0 : partition_view<tile=(1x8x16), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> tile<1x8x16xf32>, token
      %reshape = reshape %tile_36 : tile<1x8x16xf32> -> tile<8x16xf32>
      %4 = mulf %reshape, %bcast  : tile<8x16xf32>
      %reduce = reduce %4 dim=1 identities=[0.000000e+00 : f32] : tile<8x16xf32> -> tile<8xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %13 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
        yield %13 : tile<f32>
      }
      %reshape_38 = reshape %reduce : tile<8xf32> -> tile<1x8xf32>
      %reduce_39 = reduce %reshape_38 dim=1 identities=[0xFF800000 : f32] : tile<1x8xf32> -> tile<1xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %13 = maxf %reduce_lhs, %reduce_rhs  : tile<f32>
        yield %13 : tile<f32>
      }
      %reshape_40 = reshape %reduce_39 : tile<1xf32> -> tile<1x1xf32>
      %5 = maxf %iterArg2, %reshape_40  : tile<1x1xf32>
      %bcast_41 = broadcast %5 : tile<1x1xf32> -> tile<1x8xf32>
      %6 = subf %reshape_38, %bcast_41  : tile<1x8xf32>
      %7 = exp %6  : tile<1x8xf32>
      %8 = subf %iterArg2, %5  : tile<1x1xf32>
      %9 = exp %8  : tile<1x1xf32>
      %reduce_42 = reduce %7 dim=1 identities=[0.000000e+00 : f32] : tile<1x8xf32> -> tile<1xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %13 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
        yield %13 : tile<f32>
      }
      %reshape_43 = reshape %reduce_42 : tile<1xf32> -> tile<1x1xf32>
      %10 = fma %iterArg1, %9, %reshape_43  : tile<1x1xf32>
      %tile_44, %result_token_45 = load_view_tko weak %pview_32[%blockId_x, %loopIdx, %cst_0_i32_31] token = %0 : partition_view<tile=(1x8x16), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> tile<1x8x16xf32>, token
      %reshape_46 = reshape %tile_44 : tile<1x8x16xf32> -> tile<8x16xf32>
      %bcast_47 = broadcast %9 : tile<1x1xf32> -> tile<1x16xf32>
      %reshape_48 = reshape %7 : tile<1x8xf32> -> tile<8x1xf32>
      %bcast_49 = broadcast %reshape_48 : tile<8x1xf32> -> tile<8x16xf32>
      %11 = mulf %bcast_49, %reshape_46  : tile<8x16xf32>
      %reduce_50 = reduce %11 dim=0 identities=[0.000000e+00 : f32] : tile<8x16xf32> -> tile<16xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %13 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
        yield %13 : tile<f32>
      }
      %reshape_51 = reshape %reduce_50 : tile<16xf32> -> tile<1x16xf32>
      %12 = fma %iterArg0, %bcast_47, %reshape_51  : tile<1x16xf32>
      continue %12, %10, %5 : tile<1x16xf32>, tile<1x1xf32>, tile<1x1xf32>
    }
    %cst_0_i32_33 = constant <i32: 0> : tile<i32>
    %bcast_34 = broadcast %for#1 : tile<1x1xf32> -> tile<1x16xf32>
    %2 = divf %for#0, %bcast_34  : tile<1x16xf32>
    %pview_35 = make_partition_view %tview_24 : partition_view<tile=(1x16), tensor_view<?x?xf32, strides=[?,1]>>
    %3 = store_view_tko weak %2, %pview_35[%blockId_x, %cst_0_i32_33] token = %0 : tile<1x16xf32>, partition_view<tile=(1x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
