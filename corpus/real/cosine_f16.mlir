// tilefuzz.launch kernel=@cosine_f16 grid=4,1,1 seed=71
// tilefuzz.buffer x : f16[512] = uniform(-2, 3)
// tilefuzz.buffer y : f16[512] = uniform(-2, 3)
// tilefuzz.buffer out : f32[16] = fill(0)
// tilefuzz.args &x 16 32 32 1 &y 16 32 32 1 &out 16 1
cuda_tile.module @kernels {
  entry @cosine_f16(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f16>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<f32>>, %arg11: tile<i32>, %arg12: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f16>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4, %assume_5], strides = [%assume_6, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %assume_7 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_7, %assume_8], strides = [%assume_9, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %assume_11 = assume bounded<0, ?>, %arg11 : tile<i32>
    %tview_12 = make_tensor_view %assume_1, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<4x32xf16>, token
    %1 = ftof %tile  : tile<4x32xf16> -> tile<4x32xf32>
    %cst_0_i32_13 = constant <i32: 0> : tile<i32>
    %pview_14 = make_partition_view %tview_10 : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>
    %tile_15, %result_token_16 = load_view_tko weak %pview_14[%blockId_x, %cst_0_i32_13] token = %0 : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<4x32xf16>, token
    %2 = ftof %tile_15  : tile<4x32xf16> -> tile<4x32xf32>
    %3 = mulf %1, %2  : tile<4x32xf32>
    %reduce = reduce %3 dim=1 identities=[0.000000e+00 : f32] : tile<4x32xf32> -> tile<4xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %11 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %11 : tile<f32>
    }
    %4 = mulf %1, %1  : tile<4x32xf32>
    %reduce_17 = reduce %4 dim=1 identities=[0.000000e+00 : f32] : tile<4x32xf32> -> tile<4xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %11 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %11 : tile<f32>
    }
    %5 = rsqrt %reduce_17 : tile<4xf32>
    %6 = mulf %reduce, %5  : tile<4xf32>
    %7 = mulf %2, %2  : tile<4x32xf32>
    %reduce_18 = reduce %7 dim=1 identities=[0.000000e+00 : f32] : tile<4x32xf32> -> tile<4xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %11 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %11 : tile<f32>
    }
    %8 = rsqrt %reduce_18 : tile<4xf32>
    %9 = mulf %6, %8  : tile<4xf32>
    %pview_19 = make_partition_view %tview_12 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
    %10 = store_view_tko weak %9, %pview_19[%blockId_x] token = %0 : tile<4xf32>, partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
