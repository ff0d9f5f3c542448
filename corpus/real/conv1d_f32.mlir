// tilefuzz.launch kernel=@conv1d_f32 grid=3,1,1 seed=114
// tilefuzz.buffer x : f32[100] = uniform(-2, 2)
// tilefuzz.buffer w : f32[5] = uniform(-2, 2)
// tilefuzz.buffer out : f32[96] = fill(0)
// tilefuzz.args &x 100 1 &w 5 1 &out 96 1
cuda_tile.module @kernels {
  entry @conv1d_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f32>>
    %cst_1_i64 = constant <i64: 1> : tile<32xi64>
    %cst_1_i64_2 = constant <i64: 1> : tile<i64>
    %cst_1_i64_3 = constant <i64: 1> : tile<32xi64>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg4 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg7 : tile<i32>
    %cst_32_i32 = constant <i32: 32> : tile<i32>
    %cst_5_i32 = constant <i32: 5> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %1 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %2 = iota : tile<32xi32>
    %reshape = reshape %1 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<32xi32>
    %3 = addi %bcast, %2  : tile<32xi32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<32xf32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %4 = exti %assume_4 signed : tile<i32> -> tile<i64>
    %reshape_7 = reshape %4 : tile<i64> -> tile<1xi64>
    %bcast_8 = broadcast %reshape_7 : tile<1xi64> -> tile<32xi64>
    %reshape_9 = reshape %assume : tile<ptr<f32>> -> tile<1xptr<f32>>
    %bcast_10 = broadcast %reshape_9 : tile<1xptr<f32>> -> tile<32xptr<f32>>
    %cst_0_f32_11 = constant <f32: 0.000000e+00> : tile<f32>
    %reshape_12 = reshape %cst_0_f32_11 : tile<f32> -> tile<1xf32>
    %bcast_13 = broadcast %reshape_12 : tile<1xf32> -> tile<32xf32>
    %5 = exti %assume_5 signed : tile<i32> -> tile<i64>
    %cst_0_f32_14 = constant <f32: 0.000000e+00> : tile<f32>
    %for = for %loopIdx in (%cst_0_i32 to %cst_5_i32, step %cst_1_i32) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<32xf32>) {
      %reshape_19 = reshape %loopIdx : tile<i32> -> tile<1xi32>
      %bcast_20 = broadcast %reshape_19 : tile<1xi32> -> tile<32xi32>
      %12 = addi %3, %bcast_20  : tile<32xi32>
      %13 = exti %12 signed : tile<32xi32> -> tile<32xi64>
      %14 = cmpi less_than %13, %bcast_8, unsigned : tile<32xi64> -> tile<32xi1>
      %15 = muli %13, %cst_1_i64  : tile<32xi64>
      %16 = offset %bcast_10, %15 : tile<32xptr<f32>>, tile<32xi64> -> tile<32xptr<f32>>
      %result, %result_token = load_ptr_tko weak %16, %14, %bcast_13 token=%0 : tile<32xptr<f32>>, tile<32xi1>, tile<32xf32> -> tile<32xf32>, token
      %17 = exti %loopIdx signed : tile<i32> -> tile<i64>
      %18 = cmpi less_than %17, %5, unsigned : tile<i64> -> tile<i1>
      %19 = muli %17, %cst_1_i64_2  : tile<i64>
      %20 = offset %assume_0, %19 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
      %assume_21 = assume div_by<4>, %20 : tile<ptr<f32>>
      %result_22, %result_token_23 = load_ptr_tko weak %assume_21, %18, %cst_0_f32_14 token=%0 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
      %reshape_24 = reshape %result_22 : tile<f32> -> tile<1xf32>
      %bcast_25 = broadcast %reshape_24 : tile<1xf32> -> tile<32xf32>
      %21 = fma %result, %bcast_25, %iterArg0  : tile<32xf32>
      continue %21 : tile<32xf32>
    }
    %6 = exti %3 signed : tile<32xi32> -> tile<32xi64>
    %7 = exti %assume_6 signed : tile<i32> -> tile<i64>
    %reshape_15 = reshape %7 : tile<i64> -> tile<1xi64>
    %bcast_16 = broadcast %reshape_15 : tile<1xi64> -> tile<32xi64>
    %8 = cmpi less_than %6, %bcast_16, unsigned : tile<32xi64> -> tile<32xi1>
    %9 = muli %6, %cst_1_i64_3  : tile<32xi64>
    %reshape_17 = reshape %assume_1 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %bcast_18 = broadcast %reshape_17 : tile<1xptr<f32>> -> tile<32xptr<f32>>
    %10 = offset %bcast_18, %9 : tile<32xptr<f32>>, tile<32xi64> -> tile<32xptr<f32>>
    %11 = store_ptr_tko weak %10, %for, %8 token=%0 : tile<32xptr<f32>>, tile<32xf32>, tile<32xi1> -> token
    return
  }
}
