// tilefuzz.launch kernel=@layer_norm_f32 grid=4,1,1 seed=63
// tilefuzz.buffer x : f32[448] = uniform(-3, 5)
// tilefuzz.buffer w : f32[64] = uniform(-2, 2)
// tilefuzz.buffer bias : f32[64] = uniform(-1, 1)
// tilefuzz.buffer out : f32[448] = fill(0)
// tilefuzz.args &x 7 64 64 1 &w 64 1 &bias 64 1 &out 7 64 64 1 1e-05
cuda_tile.module @kernels {
  entry @layer_norm_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<ptr<f32>>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<ptr<f32>>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<i32>, %arg16: tile<f32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg8 : tile<ptr<f32>>
    %assume_2 = assume div_by<16>, %arg11 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6, %assume_7], strides = [%assume_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_9 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_11 = assume bounded<0, ?>, %arg9 : tile<i32>
    %tview_12 = make_tensor_view %assume_1, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_13 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_14 = assume bounded<0, ?>, %arg13 : tile<i32>
    %assume_15 = assume bounded<0, ?>, %arg14 : tile<i32>
    %tview_16 = make_tensor_view %assume_2, shape = [%assume_13, %assume_14], strides = [%assume_15, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(2x64), tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(2x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x64xf32>, token
    %reduce = reduce %tile dim=1 identities=[0.000000e+00 : f32] : tile<2x64xf32> -> tile<2xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %10 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %10 : tile<f32>
    }
    %reshape = reshape %reduce : tile<2xf32> -> tile<2x1xf32>
    %cst_64_f32 = constant <f32: 6.400000e+01> : tile<f32>
    %reshape_17 = reshape %cst_64_f32 : tile<f32> -> tile<1x1xf32>
    %bcast = broadcast %reshape_17 : tile<1x1xf32> -> tile<2x1xf32>
    %1 = divf %reshape, %bcast  : tile<2x1xf32>
    %bcast_18 = broadcast %1 : tile<2x1xf32> -> tile<2x64xf32>
    %2 = subf %tile, %bcast_18  : tile<2x64xf32>
    %3 = mulf %2, %2  : tile<2x64xf32>
    %reduce_19 = reduce %3 dim=1 identities=[0.000000e+00 : f32] : tile<2x64xf32> -> tile<2xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %10 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %10 : tile<f32>
    }
    %reshape_20 = reshape %reduce_19 : tile<2xf32> -> tile<2x1xf32>
    %cst_64_f32_21 = constant <f32: 6.400000e+01> : tile<f32>
    %reshape_22 = reshape %cst_64_f32_21 : tile<f32> -> tile<1x1xf32>
    %bcast_23 = broadcast %reshape_22 : tile<1x1xf32> -> tile<2x1xf32>
    %4 = divf %reshape_20, %bcast_23  : tile<2x1xf32>
    %reshape_24 = reshape %arg16 : tile<f32> -> tile<1x1xf32>
    %bcast_25 = broadcast %reshape_24 : tile<1x1xf32> -> tile<2x1xf32>
    %5 = addf %4, %bcast_25  : tile<2x1xf32>
    %6 = rsqrt %5 : tile<2x1xf32>
    %cst_0_i32_26 = constant <i32: 0> : tile<i32>
    %bcast_27 = broadcast %6 : tile<2x1xf32> -> tile<2x64xf32>
    %7 = mulf %2, %bcast_27  : tile<2x64xf32>
    %cst_0_i32_28 = constant <i32: 0> : tile<i32>
    %pview_29 = make_partition_view %tview_10 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile_30, %result_token_31 = load_view_tko weak %pview_29[%cst_0_i32_28] token = %0 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %reshape_32 = reshape %tile_30 : tile<64xf32> -> tile<1x64xf32>
    %bcast_33 = broadcast %reshape_32 : tile<1x64xf32> -> tile<2x64xf32>
    %cst_0_i32_34 = constant <i32: 0> : tile<i32>
    %pview_35 = make_partition_view %tview_12 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile_36, %result_token_37 = load_view_tko weak %pview_35[%cst_0_i32_34] token = %0 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %reshape_38 = reshape %tile_36 : tile<64xf32> -> tile<1x64xf32>
    %bcast_39 = broadcast %reshape_38 : tile<1x64xf32> -> tile<2x64xf32>
    %8 = fma %7, %bcast_33, %bcast_39  : tile<2x64xf32>
    %pview_40 = make_partition_view %tview_16 : partition_view<tile=(2x64), tensor_view<?x?xf32, strides=[?,1]>>
    %9 = store_view_tko weak %8, %pview_40[%blockId_x, %cst_0_i32_26] token = %0 : tile<2x64xf32>, partition_view<tile=(2x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
