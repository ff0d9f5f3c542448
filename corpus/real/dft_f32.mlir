// tilefuzz.launch kernel=@dft_f32 grid=2,1,1 seed=152
// tilefuzz.buffer re : f32[512] = uniform(-1, 1)
// tilefuzz.buffer im : f32[512] = uniform(-1, 1)
// tilefuzz.buffer out_re : f32[512] = fill(0)
// tilefuzz.buffer out_im : f32[512] = fill(0)
// tilefuzz.args &re 32 16 16 1 &im 32 16 16 1 &out_re 32 16 16 1 &out_im 32 16 16 1
cuda_tile.module @kernels {
  entry @dft_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<f32>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<ptr<f32>>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<i32>, %arg19: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<f32>>
    %assume_2 = assume div_by<16>, %arg15 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %cst_16_i32 = constant <i32: 16> : tile<16x16xi32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6, %assume_7], strides = [%assume_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_9 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_11 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_12 = make_tensor_view %assume_0, shape = [%assume_9, %assume_10], strides = [%assume_11, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_13 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_14 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_15 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_16 = make_tensor_view %assume_1, shape = [%assume_13, %assume_14], strides = [%assume_15, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_17 = assume bounded<0, ?>, %arg16 : tile<i32>
    %assume_18 = assume bounded<0, ?>, %arg17 : tile<i32>
    %assume_19 = assume bounded<0, ?>, %arg18 : tile<i32>
    %tview_20 = make_tensor_view %assume_2, shape = [%assume_17, %assume_18], strides = [%assume_19, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %1 = iota : tile<16xi32>
    %reshape = reshape %1 : tile<16xi32> -> tile<1x16xi32>
    %reshape_21 = reshape %1 : tile<16xi32> -> tile<16x1xi32>
    %bcast = broadcast %reshape : tile<1x16xi32> -> tile<16x16xi32>
    %bcast_22 = broadcast %reshape_21 : tile<16x1xi32> -> tile<16x16xi32>
    %2 = muli %bcast, %bcast_22  : tile<16x16xi32>
    %3 = remi %2, %cst_16_i32 signed : tile<16x16xi32>
    %cst_0_i32 = constant <i32: 0> : tile<16x16xi32>
    %4 = cmpi less_than %3, %cst_0_i32, signed : tile<16x16xi32> -> tile<16x16xi1>
    %5 = cmpi less_than %cst_16_i32, %cst_0_i32, signed : tile<16x16xi32> -> tile<16x16xi1>
    %6 = xori %4, %5 : tile<16x16xi1>
    %7 = cmpi not_equal %3, %cst_0_i32, signed : tile<16x16xi32> -> tile<16x16xi1>
    %8 = andi %6, %7 : tile<16x16xi1>
    %9 = addi %3, %cst_16_i32  : tile<16x16xi32>
    %10 = select %8, %9, %3 : tile<16x16xi1>, tile<16x16xi32>
    %11 = itof %10 signed  : tile<16x16xi32> -> tile<16x16xf32>
    %cst_f32 = constant <f32: -0.392699093> : tile<f32>
    %reshape_23 = reshape %cst_f32 : tile<f32> -> tile<1x1xf32>
    %bcast_24 = broadcast %reshape_23 : tile<1x1xf32> -> tile<16x16xf32>
    %12 = mulf %11, %bcast_24  : tile<16x16xf32>
    %13 = cos %12 : tile<16x16xf32>
    %14 = sin %12 : tile<16x16xf32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %cst_0_i32_25 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32_25] token = %0 : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<16x16xf32>, token
    %cst_0_i32_26 = constant <i32: 0> : tile<i32>
    %pview_27 = make_partition_view %tview_12 : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>
    %tile_28, %result_token_29 = load_view_tko weak %pview_27[%blockId_x, %cst_0_i32_26] token = %0 : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<16x16xf32>, token
    %cst_0_i32_30 = constant <i32: 0> : tile<i32>
    %15 = mmaf %tile, %13, %cst_0_f32 : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    %16 = mmaf %tile_28, %14, %cst_0_f32 : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    %17 = subf %15, %16  : tile<16x16xf32>
    %pview_31 = make_partition_view %tview_16 : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>
    %18 = store_view_tko weak %17, %pview_31[%blockId_x, %cst_0_i32_30] token = %0 : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    %cst_0_i32_32 = constant <i32: 0> : tile<i32>
    %19 = mmaf %tile, %14, %cst_0_f32 : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    %20 = mmaf %tile_28, %13, %cst_0_f32 : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    %21 = addf %19, %20  : tile<16x16xf32>
    %pview_33 = make_partition_view %tview_20 : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>
    %22 = store_view_tko weak %21, %pview_33[%blockId_x, %cst_0_i32_32] token = %0 : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
