// Each row is normalised, then scaled by W and shifted by B.
// tilefuzz.launch kernel=@layer_norm grid=5,1,1 seed=9
// tilefuzz.buffer X : bf16[1280] = uniform(-4, 4)
// tilefuzz.buffer W : f32[256] = uniform(-2, 2)
// tilefuzz.buffer B : f32[256] = uniform(-1, 1)
// tilefuzz.buffer Y : bf16[1280] = fill(0)
// tilefuzz.args &X 5 256 256 1 &W 256 1 &B 256 1 &Y 5 256 256 1 0.00001
cuda_tile.module @kernels {
  entry @layer_norm(%arg0: tile<ptr<bf16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<ptr<f32>>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<ptr<bf16>>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<i32>, %arg16: tile<f32>) optimization_hints=<sm_100 = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<bf16>>
    %assume_0 = assume div_by<16>, %arg3 : tile<i32>
    %assume_1 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %assume_2 = assume div_by<16>, %arg8 : tile<ptr<f32>>
    %assume_3 = assume div_by<16>, %arg11 : tile<ptr<bf16>>
    %assume_4 = assume div_by<16>, %arg14 : tile<i32>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %cst_1_i32_6 = constant <i32: 1> : tile<i32>
    %cst_1_i32_7 = constant <i32: 1> : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_assume = assume bounded<0, ?>, %assume_0 : tile<i32>
    %assume_assume_assume = assume div_by<16>, %assume_assume : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_8, %assume_9], strides = [%assume_assume_assume, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %assume_10 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_11 = make_tensor_view %assume_1, shape = [%assume_10], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_12 = assume bounded<0, ?>, %arg9 : tile<i32>
    %tview_13 = make_tensor_view %assume_2, shape = [%assume_12], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_14 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_15 = assume bounded<0, ?>, %arg13 : tile<i32>
    %assume_assume_16 = assume bounded<0, ?>, %assume_4 : tile<i32>
    %assume_assume_assume_17 = assume div_by<16>, %assume_assume_16 : tile<i32>
    %tview_18 = make_tensor_view %assume_3, shape = [%assume_14, %assume_15], strides = [%assume_assume_assume_17, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(1x256), tensor_view<?x?xbf16, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(1x256), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<1x256xbf16>, token
    %1 = ftof %tile  : tile<1x256xbf16> -> tile<1x256xf32>
    %reduce = reduce %1 dim=1 identities=[0.000000e+00 : f32] : tile<1x256xf32> -> tile<1xf32> 
    (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %12 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %12 : tile<f32>
    }
    %reshape = reshape %reduce : tile<1xf32> -> tile<1x1xf32>
    %cst_256_f32 = constant <f32: 2.560000e+02> : tile<f32>
    %reshape_19 = reshape %cst_256_f32 : tile<f32> -> tile<1x1xf32>
    %2 = divf %reshape, %reshape_19  : tile<1x1xf32>
    %bcast = broadcast %2 : tile<1x1xf32> -> tile<1x256xf32>
    %3 = subf %1, %bcast  : tile<1x256xf32>
    %4 = mulf %3, %3  : tile<1x256xf32>
    %reduce_20 = reduce %4 dim=1 identities=[0.000000e+00 : f32] : tile<1x256xf32> -> tile<1xf32> 
    (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %12 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %12 : tile<f32>
    }
    %reshape_21 = reshape %reduce_20 : tile<1xf32> -> tile<1x1xf32>
    %cst_256_f32_22 = constant <f32: 2.560000e+02> : tile<f32>
    %reshape_23 = reshape %cst_256_f32_22 : tile<f32> -> tile<1x1xf32>
    %5 = divf %reshape_21, %reshape_23  : tile<1x1xf32>
    %cst_0_i32_24 = constant <i32: 0> : tile<i32>
    %pview_25 = make_partition_view %tview_11 : partition_view<tile=(256), tensor_view<?xf32, strides=[1]>>
    %tile_26, %result_token_27 = load_view_tko weak %pview_25[%cst_0_i32_24] token = %0 : partition_view<tile=(256), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<256xf32>, token
    %reshape_28 = reshape %tile_26 : tile<256xf32> -> tile<1x256xf32>
    %cst_0_i32_29 = constant <i32: 0> : tile<i32>
    %pview_30 = make_partition_view %tview_13 : partition_view<tile=(256), tensor_view<?xf32, strides=[1]>>
    %tile_31, %result_token_32 = load_view_tko weak %pview_30[%cst_0_i32_29] token = %0 : partition_view<tile=(256), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<256xf32>, token
    %reshape_33 = reshape %tile_31 : tile<256xf32> -> tile<1x256xf32>
    %cst_0_i32_34 = constant <i32: 0> : tile<i32>
    %reshape_35 = reshape %arg16 : tile<f32> -> tile<1x1xf32>
    %6 = addf %5, %reshape_35  : tile<1x1xf32>
    %7 = rsqrt %6 : tile<1x1xf32>
    %bcast_36 = broadcast %7 : tile<1x1xf32> -> tile<1x256xf32>
    %8 = mulf %3, %bcast_36  : tile<1x256xf32>
    %9 = fma %8, %reshape_28, %reshape_33  : tile<1x256xf32>
    %10 = ftof %9  : tile<1x256xf32> -> tile<1x256xbf16>
    %pview_37 = make_partition_view %tview_18 : partition_view<tile=(1x256), tensor_view<?x?xbf16, strides=[?,1]>>
    %11 = store_view_tko weak %10, %pview_37[%blockId_x, %cst_0_i32_34] token = %0 : tile<1x256xbf16>, partition_view<tile=(1x256), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
