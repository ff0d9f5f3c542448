// tilefuzz.launch kernel=@rms_norm_f32 grid=7,1,1 seed=64
// tilefuzz.buffer x : f32[896] = uniform(-3, 3)
// tilefuzz.buffer w : f32[128] = uniform(-2, 2)
// tilefuzz.buffer out : f32[896] = fill(0)
// tilefuzz.args &x 7 128 128 1 &w 128 1 &out 7 128 128 1 1e-05
cuda_tile.module @kernels {
  entry @rms_norm_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<ptr<f32>>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<f32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg8 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4, %assume_5], strides = [%assume_6, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_7 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_8 = make_tensor_view %assume_0, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_9 = assume bounded<0, ?>, %arg9 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg10 : tile<i32>
    %assume_11 = assume bounded<0, ?>, %arg11 : tile<i32>
    %tview_12 = make_tensor_view %assume_1, shape = [%assume_9, %assume_10], strides = [%assume_11, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(1x128), tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(1x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x128xf32>, token
    %1 = mulf %tile, %tile  : tile<1x128xf32>
    %reduce = reduce %1 dim=1 identities=[0.000000e+00 : f32] : tile<1x128xf32> -> tile<1xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %8 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %8 : tile<f32>
    }
    %reshape = reshape %reduce : tile<1xf32> -> tile<1x1xf32>
    %cst_128_f32 = constant <f32: 1.280000e+02> : tile<f32>
    %reshape_13 = reshape %cst_128_f32 : tile<f32> -> tile<1x1xf32>
    %2 = divf %reshape, %reshape_13  : tile<1x1xf32>
    %reshape_14 = reshape %arg13 : tile<f32> -> tile<1x1xf32>
    %3 = addf %2, %reshape_14  : tile<1x1xf32>
    %4 = rsqrt %3 : tile<1x1xf32>
    %cst_0_i32_15 = constant <i32: 0> : tile<i32>
    %bcast = broadcast %4 : tile<1x1xf32> -> tile<1x128xf32>
    %5 = mulf %tile, %bcast  : tile<1x128xf32>
    %cst_0_i32_16 = constant <i32: 0> : tile<i32>
    %pview_17 = make_partition_view %tview_8 : partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>
    %tile_18, %result_token_19 = load_view_tko weak %pview_17[%cst_0_i32_16] token = %0 : partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
    %reshape_20 = reshape %tile_18 : tile<128xf32> -> tile<1x128xf32>
    %6 = mulf %5, %reshape_20  : tile<1x128xf32>
    %pview_21 = make_partition_view %tview_12 : partition_view<tile=(1x128), tensor_view<?x?xf32, strides=[?,1]>>
    %7 = store_view_tko weak %6, %pview_21[%blockId_x, %cst_0_i32_15] token = %0 : tile<1x128xf32>, partition_view<tile=(1x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
