// tilefuzz.launch kernel=@group_norm_f32 grid=2,4,1 seed=69
// tilefuzz.buffer x : f32[256] = uniform(-3, 5)
// tilefuzz.buffer out : f32[256] = fill(0)
// tilefuzz.args &x 2 8 16 128 16 1 &out 2 8 16 128 16 1
cuda_tile.module @kernels {
  entry @group_norm_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<i32>, %arg7: tile<ptr<f32>>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg7 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_3 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg3 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg4 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg5 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2, %assume_3, %assume_4], strides = [%assume_5, %assume_6, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
    %assume_7 = assume bounded<0, ?>, %arg8 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg9 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg10 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_11 = assume bounded<0, ?>, %arg12 : tile<i32>
    %tview_12 = make_tensor_view %assume_0, shape = [%assume_7, %assume_8, %assume_9], strides = [%assume_10, %assume_11, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_13, %blockId_y_14, %blockId_z_15 = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(1x2x16), tensor_view<?x?x?xf32, strides=[?,?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %blockId_y_14, %cst_0_i32] token = %0 : partition_view<tile=(1x2x16), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> tile<1x2x16xf32>, token
    %reduce = reduce %tile dim=0 identities=[0.000000e+00 : f32] : tile<1x2x16xf32> -> tile<2x16xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %9 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %9 : tile<f32>
    }
    %reduce_16 = reduce %reduce dim=0 identities=[0.000000e+00 : f32] : tile<2x16xf32> -> tile<16xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %9 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %9 : tile<f32>
    }
    %reduce_17 = reduce %reduce_16 dim=0 identities=[0.000000e+00 : f32] : tile<16xf32> -> tile<f32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %9 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %9 : tile<f32>
    }
    %cst_32_f32 = constant <f32: 3.200000e+01> : tile<f32>
    %1 = divf %reduce_17, %cst_32_f32  : tile<f32>
    %reshape = reshape %1 : tile<f32> -> tile<1x1x1xf32>
    %bcast = broadcast %reshape : tile<1x1x1xf32> -> tile<1x2x16xf32>
    %2 = subf %tile, %bcast  : tile<1x2x16xf32>
    %cst_0_i32_18 = constant <i32: 0> : tile<i32>
    %3 = mulf %2, %2  : tile<1x2x16xf32>
    %reduce_19 = reduce %3 dim=0 identities=[0.000000e+00 : f32] : tile<1x2x16xf32> -> tile<2x16xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %9 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %9 : tile<f32>
    }
    %reduce_20 = reduce %reduce_19 dim=0 identities=[0.000000e+00 : f32] : tile<2x16xf32> -> tile<16xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %9 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %9 : tile<f32>
    }
    %reduce_21 = reduce %reduce_20 dim=0 identities=[0.000000e+00 : f32] : tile<16xf32> -> tile<f32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %9 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %9 : tile<f32>
    }
    %cst_32_f32_22 = constant <f32: 3.200000e+01> : tile<f32>
    %4 = divf %reduce_21, %cst_32_f32_22  : tile<f32>
    %cst_f32 = constant <f32: 1.000000e-03> : tile<f32>
    %5 = addf %4, %cst_f32  : tile<f32>
    %6 = sqrt %5  : tile<f32>
    %reshape_23 = reshape %6 : tile<f32> -> tile<1x1x1xf32>
    %bcast_24 = broadcast %reshape_23 : tile<1x1x1xf32> -> tile<1x2x16xf32>
    %7 = divf %2, %bcast_24  : tile<1x2x16xf32>
    %pview_25 = make_partition_view %tview_12 : partition_view<tile=(1x2x16), tensor_view<?x?x?xf32, strides=[?,?,1]>>
    %8 = store_view_tko weak %7, %pview_25[%blockId_x, %blockId_y_14, %cst_0_i32_18] token = %0 : tile<1x2x16xf32>, partition_view<tile=(1x2x16), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> token
    return
  }
}
