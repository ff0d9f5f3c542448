// tilefuzz.launch kernel=@hadamard_f32 grid=3,1,1 seed=155
// tilefuzz.buffer x : f32[192] = uniform(-9, 9)
// tilefuzz.buffer out : f32[192] = fill(0)
// tilefuzz.args &x 12 16 16 1 &out 12 16 16 1
cuda_tile.module @kernels {
  entry @hadamard_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_3 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2, %assume_3], strides = [%assume_4, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_5 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_8 = make_tensor_view %assume_0, shape = [%assume_5, %assume_6], strides = [%assume_7, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(4x16), tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(4x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x16xf32>, token
    %reshape = reshape %tile : tile<4x16xf32> -> tile<4x1x2x8xf32>
    %cst_0_i32_9 = constant <i32: 0> : tile<i32>
    %cst_0_i32_10 = constant <i32: 0> : tile<i32>
    %cst_0_i32_11 = constant <i32: 0> : tile<i32>
    %cst_0_i32_12 = constant <i32: 0> : tile<i32>
    %1 = extract %reshape[%cst_0_i32_9, %cst_0_i32_10, %cst_0_i32_11, %cst_0_i32_12] : tile<4x1x2x8xf32> -> tile<4x1x1x8xf32>
    %cst_0_i32_13 = constant <i32: 0> : tile<i32>
    %cst_0_i32_14 = constant <i32: 0> : tile<i32>
    %cst_1_i32_15 = constant <i32: 1> : tile<i32>
    %cst_0_i32_16 = constant <i32: 0> : tile<i32>
    %2 = extract %reshape[%cst_0_i32_13, %cst_0_i32_14, %cst_1_i32_15, %cst_0_i32_16] : tile<4x1x2x8xf32> -> tile<4x1x1x8xf32>
    %3 = addf %1, %2  : tile<4x1x1x8xf32>
    %4 = subf %1, %2  : tile<4x1x1x8xf32>
    %5 = cat %3, %4 dim = 2 : tile<4x1x1x8xf32>, tile<4x1x1x8xf32> -> tile<4x1x2x8xf32>
    %reshape_17 = reshape %5 : tile<4x1x2x8xf32> -> tile<4x16xf32>
    %reshape_18 = reshape %reshape_17 : tile<4x16xf32> -> tile<4x2x2x4xf32>
    %cst_0_i32_19 = constant <i32: 0> : tile<i32>
    %cst_0_i32_20 = constant <i32: 0> : tile<i32>
    %cst_0_i32_21 = constant <i32: 0> : tile<i32>
    %cst_0_i32_22 = constant <i32: 0> : tile<i32>
    %6 = extract %reshape_18[%cst_0_i32_19, %cst_0_i32_20, %cst_0_i32_21, %cst_0_i32_22] : tile<4x2x2x4xf32> -> tile<4x2x1x4xf32>
    %cst_0_i32_23 = constant <i32: 0> : tile<i32>
    %cst_0_i32_24 = constant <i32: 0> : tile<i32>
    %cst_1_i32_25 = constant <i32: 1> : tile<i32>
    %cst_0_i32_26 = constant <i32: 0> : tile<i32>
    %7 = extract %reshape_18[%cst_0_i32_23, %cst_0_i32_24, %cst_1_i32_25, %cst_0_i32_26] : tile<4x2x2x4xf32> -> tile<4x2x1x4xf32>
    %8 = addf %6, %7  : tile<4x2x1x4xf32>
    %9 = subf %6, %7  : tile<4x2x1x4xf32>
    %10 = cat %8, %9 dim = 2 : tile<4x2x1x4xf32>, tile<4x2x1x4xf32> -> tile<4x2x2x4xf32>
    %reshape_27 = reshape %10 : tile<4x2x2x4xf32> -> tile<4x16xf32>
    %reshape_28 = reshape %reshape_27 : tile<4x16xf32> -> tile<4x4x2x2xf32>
    %cst_0_i32_29 = constant <i32: 0> : tile<i32>
    %cst_0_i32_30 = constant <i32: 0> : tile<i32>
    %cst_0_i32_31 = constant <i32: 0> : tile<i32>
    %cst_0_i32_32 = constant <i32: 0> : tile<i32>
    %11 = extract %reshape_28[%cst_0_i32_29, %cst_0_i32_30, %cst_0_i32_31, %cst_0_i32_32] : tile<4x4x2x2xf32> -> tile<4x4x1x2xf32>
    %cst_0_i32_33 = constant <i32: 0> : tile<i32>
    %cst_0_i32_34 = constant <i32: 0> : tile<i32>
    %cst_1_i32_35 = constant <i32: 1> : tile<i32>
    %cst_0_i32_36 = constant <i32: 0> : tile<i32>
    %12 = extract %reshape_28[%cst_0_i32_33, %cst_0_i32_34, %cst_1_i32_35, %cst_0_i32_36] : tile<4x4x2x2xf32> -> tile<4x4x1x2xf32>
    %13 = addf %11, %12  : tile<4x4x1x2xf32>
    %14 = subf %11, %12  : tile<4x4x1x2xf32>
    %15 = cat %13, %14 dim = 2 : tile<4x4x1x2xf32>, tile<4x4x1x2xf32> -> tile<4x4x2x2xf32>
    %reshape_37 = reshape %15 : tile<4x4x2x2xf32> -> tile<4x16xf32>
    %reshape_38 = reshape %reshape_37 : tile<4x16xf32> -> tile<4x8x2x1xf32>
    %cst_0_i32_39 = constant <i32: 0> : tile<i32>
    %cst_0_i32_40 = constant <i32: 0> : tile<i32>
    %cst_0_i32_41 = constant <i32: 0> : tile<i32>
    %cst_0_i32_42 = constant <i32: 0> : tile<i32>
    %16 = extract %reshape_38[%cst_0_i32_39, %cst_0_i32_40, %cst_0_i32_41, %cst_0_i32_42] : tile<4x8x2x1xf32> -> tile<4x8x1x1xf32>
    %cst_0_i32_43 = constant <i32: 0> : tile<i32>
    %cst_0_i32_44 = constant <i32: 0> : tile<i32>
    %cst_1_i32_45 = constant <i32: 1> : tile<i32>
    %cst_0_i32_46 = constant <i32: 0> : tile<i32>
    %17 = extract %reshape_38[%cst_0_i32_43, %cst_0_i32_44, %cst_1_i32_45, %cst_0_i32_46] : tile<4x8x2x1xf32> -> tile<4x8x1x1xf32>
    %18 = addf %16, %17  : tile<4x8x1x1xf32>
    %19 = subf %16, %17  : tile<4x8x1x1xf32>
    %20 = cat %18, %19 dim = 2 : tile<4x8x1x1xf32>, tile<4x8x1x1xf32> -> tile<4x8x2x1xf32>
    %reshape_47 = reshape %20 : tile<4x8x2x1xf32> -> tile<4x16xf32>
    %cst_0_i32_48 = constant <i32: 0> : tile<i32>
    %pview_49 = make_partition_view %tview_8 : partition_view<tile=(4x16), tensor_view<?x?xf32, strides=[?,1]>>
    %21 = store_view_tko weak %reshape_47, %pview_49[%blockId_x, %cst_0_i32_48] token = %0 : tile<4x16xf32>, partition_view<tile=(4x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
