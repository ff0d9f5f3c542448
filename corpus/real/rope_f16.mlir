// tilefuzz.launch kernel=@rope_f16 grid=4,1,1 seed=17
// tilefuzz.buffer x : f16[1024] = uniform(-2, 2)
// tilefuzz.buffer angle : f32[512] = uniform(-3, 3)
// tilefuzz.buffer out : f16[1024] = fill(0)
// tilefuzz.args &x 16 64 64 1 &angle 16 32 32 1 &out 16 64 64 1
cuda_tile.module @kernels {
  entry @rope_f16(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<f16>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<f16>>
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
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_7, %assume_8], strides = [%assume_9, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_11 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_14 = make_tensor_view %assume_1, shape = [%assume_11, %assume_12], strides = [%assume_13, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<4x32xf16>, token
    %1 = ftof %tile  : tile<4x32xf16> -> tile<4x32xf32>
    %cst_1_i32_15 = constant <i32: 1> : tile<i32>
    %pview_16 = make_partition_view %tview : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>
    %tile_17, %result_token_18 = load_view_tko weak %pview_16[%blockId_x, %cst_1_i32_15] token = %0 : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<4x32xf16>, token
    %2 = ftof %tile_17  : tile<4x32xf16> -> tile<4x32xf32>
    %cst_0_i32_19 = constant <i32: 0> : tile<i32>
    %pview_20 = make_partition_view %tview_10 : partition_view<tile=(4x32), tensor_view<?x?xf32, strides=[?,1]>>
    %tile_21, %result_token_22 = load_view_tko weak %pview_20[%blockId_x, %cst_0_i32_19] token = %0 : partition_view<tile=(4x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x32xf32>, token
    %3 = sin %tile_21 : tile<4x32xf32>
    %4 = cos %tile_21 : tile<4x32xf32>
    %cst_0_i32_23 = constant <i32: 0> : tile<i32>
    %5 = mulf %2, %3  : tile<4x32xf32>
    %6 = negf %5 : tile<4x32xf32>
    %7 = fma %1, %4, %6  : tile<4x32xf32>
    %8 = ftof %7  : tile<4x32xf32> -> tile<4x32xf16>
    %pview_24 = make_partition_view %tview_14 : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>
    %9 = store_view_tko weak %8, %pview_24[%blockId_x, %cst_0_i32_23] token = %0 : tile<4x32xf16>, partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    %cst_1_i32_25 = constant <i32: 1> : tile<i32>
    %10 = mulf %2, %4  : tile<4x32xf32>
    %11 = fma %1, %3, %10  : tile<4x32xf32>
    %12 = ftof %11  : tile<4x32xf32> -> tile<4x32xf16>
    %pview_26 = make_partition_view %tview_14 : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>
    %13 = store_view_tko weak %12, %pview_26[%blockId_x, %cst_1_i32_25] token = %9 : tile<4x32xf16>, partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
