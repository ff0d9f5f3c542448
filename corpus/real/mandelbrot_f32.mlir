// tilefuzz.launch kernel=@mandelbrot_f32 grid=2,3,1 seed=158
// tilefuzz.buffer out : i32[384] = fill(0)
// tilefuzz.args &out 16 24 24 1
cuda_tile.module @kernels {
  entry @mandelbrot_f32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_0 = constant <i32: 1> : tile<8x8xi32>
    %cst_0_i32 = constant <i32: 0> : tile<8x8xi32>
    %assume_1 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_3 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_1, %assume_2], strides = [%assume_3, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %cst_8_i32 = constant <i32: 8> : tile<i32>
    %cst_6_i32 = constant <i32: 6> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_4, %blockId_y_5, %blockId_z_6 = get_tile_block_id : tile<i32>
    %1 = muli %blockId_x, %cst_8_i32  : tile<i32>
    %2 = iota : tile<8xi32>
    %reshape = reshape %1 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<8xi32>
    %3 = addi %bcast, %2  : tile<8xi32>
    %reshape_7 = reshape %3 : tile<8xi32> -> tile<8x1xi32>
    %4 = itof %reshape_7 signed  : tile<8x1xi32> -> tile<8x1xf32>
    %cst_f32 = constant <f32: 1.250000e-01> : tile<f32>
    %reshape_8 = reshape %cst_f32 : tile<f32> -> tile<1x1xf32>
    %bcast_9 = broadcast %reshape_8 : tile<1x1xf32> -> tile<8x1xf32>
    %cst_1_f32 = constant <f32: 1.000000e+00> : tile<f32>
    %reshape_10 = reshape %cst_1_f32 : tile<f32> -> tile<1x1xf32>
    %bcast_11 = broadcast %reshape_10 : tile<1x1xf32> -> tile<8x1xf32>
    %5 = negf %bcast_11 : tile<8x1xf32>
    %6 = fma %4, %bcast_9, %5  : tile<8x1xf32>
    %7 = muli %blockId_y_5, %cst_8_i32  : tile<i32>
    %8 = iota : tile<8xi32>
    %reshape_12 = reshape %7 : tile<i32> -> tile<1xi32>
    %bcast_13 = broadcast %reshape_12 : tile<1xi32> -> tile<8xi32>
    %9 = addi %bcast_13, %8  : tile<8xi32>
    %reshape_14 = reshape %9 : tile<8xi32> -> tile<1x8xi32>
    %10 = itof %reshape_14 signed  : tile<1x8xi32> -> tile<1x8xf32>
    %cst_f32_15 = constant <f32: 1.250000e-01> : tile<f32>
    %reshape_16 = reshape %cst_f32_15 : tile<f32> -> tile<1x1xf32>
    %bcast_17 = broadcast %reshape_16 : tile<1x1xf32> -> tile<1x8xf32>
    %cst_2_f32 = constant <f32: 2.000000e+00> : tile<f32>
    %reshape_18 = reshape %cst_2_f32 : tile<f32> -> tile<1x1xf32>
    %bcast_19 = broadcast %reshape_18 : tile<1x1xf32> -> tile<1x8xf32>
    %11 = negf %bcast_19 : tile<1x8xf32>
    %12 = fma %10, %bcast_17, %11  : tile<1x8xf32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<8x8xf32>
    %cst_0_f32_20 = constant <f32: 0.000000e+00> : tile<8x8xf32>
    %cst_0_i32_21 = constant <i32: 0> : tile<8x8xi32>
    %cst_0_i32_22 = constant <i32: 0> : tile<i32>
    %cst_1_i32_23 = constant <i32: 1> : tile<i32>
    %cst_4_f32 = constant <f32: 4.000000e+00> : tile<f32>
    %reshape_24 = reshape %cst_4_f32 : tile<f32> -> tile<1x1xf32>
    %bcast_25 = broadcast %reshape_24 : tile<1x1xf32> -> tile<8x8xf32>
    %cst_2_f32_26 = constant <f32: 2.000000e+00> : tile<f32>
    %reshape_27 = reshape %cst_2_f32_26 : tile<f32> -> tile<1x1xf32>
    %bcast_28 = broadcast %reshape_27 : tile<1x1xf32> -> tile<8x8xf32>
    %bcast_29 = broadcast %6 : tile<8x1xf32> -> tile<8x8xf32>
    %bcast_30 = broadcast %12 : tile<1x8xf32> -> tile<8x8xf32>
    %for:3 = for %loopIdx in (%cst_0_i32_22 to %cst_6_i32, step %cst_1_i32_23) : tile<i32> iter_values(%iterArg0 = %cst_0_f32, %iterArg1 = %cst_0_f32_20, %iterArg2 = %cst_0_i32_21) -> (tile<8x8xf32>, tile<8x8xf32>, tile<8x8xi32>) {
      %14 = mulf %iterArg0, %iterArg0  : tile<8x8xf32>
      %15 = mulf %iterArg1, %iterArg1  : tile<8x8xf32>
      %16 = addf %14, %15  : tile<8x8xf32>
      %17 = cmpf less_than_or_equal ordered %16, %bcast_25 : tile<8x8xf32> -> tile<8x8xi1>
      %18 = mulf %bcast_28, %iterArg0  : tile<8x8xf32>
      %19 = fma %18, %iterArg1, %bcast_29  : tile<8x8xf32>
      %20 = select %17, %19, %iterArg1 : tile<8x8xi1>, tile<8x8xf32>
      %21 = subf %14, %15  : tile<8x8xf32>
      %22 = addf %21, %bcast_30  : tile<8x8xf32>
      %23 = select %17, %22, %iterArg0 : tile<8x8xi1>, tile<8x8xf32>
      %24 = select %17, %cst_1_i32_0, %cst_0_i32 : tile<8x8xi1>, tile<8x8xi32>
      %25 = addi %iterArg2, %24  : tile<8x8xi32>
      continue %23, %20, %25 : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xi32>
    }
    %pview = make_partition_view %tview : partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>
    %13 = store_view_tko weak %for#2, %pview[%blockId_x, %blockId_y_5] token = %0 : tile<8x8xi32>, partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
