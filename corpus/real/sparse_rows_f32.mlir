// tilefuzz.launch kernel=@sparse_rows_f32 grid=6,1,1 seed=130
// tilefuzz.buffer start : i32[7] = list(0, 3, 3, 20, 31, 40, 48)
// tilefuzz.buffer column : i32[48] = uniform(0, 15)
// tilefuzz.buffer value : f32[48] = uniform(-2, 2)
// tilefuzz.buffer x : f32[16] = uniform(-2, 2)
// tilefuzz.buffer y : f32[6] = fill(0)
// tilefuzz.args &start 7 1 &column 48 1 &value 48 1 &x 16 1 &y 6 1
cuda_tile.module @kernels {
  entry @sparse_rows_f32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f32>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<f32>>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<ptr<f32>>, %arg13: tile<i32>, %arg14: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f32>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<f32>>
    %assume_3 = assume div_by<16>, %arg12 : tile<ptr<f32>>
    %cst_1_i64 = constant <i64: 1> : tile<i64>
    %cst_1_i64_4 = constant <i64: 1> : tile<i64>
    %cst_1_i64_5 = constant <i64: 1> : tile<8xi64>
    %cst_1_i64_6 = constant <i64: 1> : tile<8xi64>
    %cst_0_i32 = constant <i32: 0> : tile<8xi32>
    %cst_1_i64_7 = constant <i64: 1> : tile<8xi64>
    %cst_1_i64_8 = constant <i64: 1> : tile<i64>
    %assume_9 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg4 : tile<i32>
    %assume_11 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg10 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg13 : tile<i32>
    %cst_8_i32 = constant <i32: 8> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32_14 = constant <i32: 0> : tile<i32>
    %1 = exti %blockId_x signed : tile<i32> -> tile<i64>
    %2 = exti %assume_9 signed : tile<i32> -> tile<i64>
    %3 = cmpi less_than %1, %2, unsigned : tile<i64> -> tile<i1>
    %4 = muli %1, %cst_1_i64  : tile<i64>
    %5 = offset %assume, %4 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %assume_15 = assume div_by<4>, %5 : tile<ptr<i32>>
    %result, %result_token = load_ptr_tko weak %assume_15, %3, %cst_0_i32_14 token=%0 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %6 = addi %blockId_x, %cst_1_i32  : tile<i32>
    %cst_0_i32_16 = constant <i32: 0> : tile<i32>
    %7 = exti %6 signed : tile<i32> -> tile<i64>
    %8 = exti %assume_9 signed : tile<i32> -> tile<i64>
    %9 = cmpi less_than %7, %8, unsigned : tile<i64> -> tile<i1>
    %10 = muli %7, %cst_1_i64_4  : tile<i64>
    %11 = offset %assume, %10 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %assume_17 = assume div_by<4>, %11 : tile<ptr<i32>>
    %result_18, %result_token_19 = load_ptr_tko weak %assume_17, %9, %cst_0_i32_16 token=%0 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<8xf32>
    %12 = iota : tile<8xi32>
    %reshape = reshape %result_18 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<8xi32>
    %13 = exti %assume_11 signed : tile<i32> -> tile<i64>
    %reshape_20 = reshape %13 : tile<i64> -> tile<1xi64>
    %bcast_21 = broadcast %reshape_20 : tile<1xi64> -> tile<8xi64>
    %reshape_22 = reshape %assume_1 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %bcast_23 = broadcast %reshape_22 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %cst_0_f32_24 = constant <f32: 0.000000e+00> : tile<f32>
    %reshape_25 = reshape %cst_0_f32_24 : tile<f32> -> tile<1xf32>
    %bcast_26 = broadcast %reshape_25 : tile<1xf32> -> tile<8xf32>
    %14 = exti %assume_10 signed : tile<i32> -> tile<i64>
    %reshape_27 = reshape %14 : tile<i64> -> tile<1xi64>
    %bcast_28 = broadcast %reshape_27 : tile<1xi64> -> tile<8xi64>
    %reshape_29 = reshape %assume_0 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_30 = broadcast %reshape_29 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %15 = exti %assume_12 signed : tile<i32> -> tile<i64>
    %reshape_31 = reshape %15 : tile<i64> -> tile<1xi64>
    %bcast_32 = broadcast %reshape_31 : tile<1xi64> -> tile<8xi64>
    %reshape_33 = reshape %assume_2 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %bcast_34 = broadcast %reshape_33 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %cst_0_f32_35 = constant <f32: 0.000000e+00> : tile<f32>
    %reshape_36 = reshape %cst_0_f32_35 : tile<f32> -> tile<1xf32>
    %bcast_37 = broadcast %reshape_36 : tile<1xf32> -> tile<8xf32>
    %for = for %loopIdx in (%result to %result_18, step %cst_8_i32) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<8xf32>) {
      %reshape_39 = reshape %loopIdx : tile<i32> -> tile<1xi32>
      %bcast_40 = broadcast %reshape_39 : tile<1xi32> -> tile<8xi32>
      %22 = addi %bcast_40, %12  : tile<8xi32>
      %23 = cmpi less_than %22, %bcast, signed : tile<8xi32> -> tile<8xi1>
      %24 = exti %22 signed : tile<8xi32> -> tile<8xi64>
      %25 = cmpi less_than %24, %bcast_21, unsigned : tile<8xi64> -> tile<8xi1>
      %26 = muli %24, %cst_1_i64_5  : tile<8xi64>
      %27 = offset %bcast_23, %26 : tile<8xptr<f32>>, tile<8xi64> -> tile<8xptr<f32>>
      %28 = andi %25, %23 : tile<8xi1>
      %result_41, %result_token_42 = load_ptr_tko weak %27, %28, %bcast_26 token=%0 : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token
      %29 = exti %22 signed : tile<8xi32> -> tile<8xi64>
      %30 = cmpi less_than %29, %bcast_28, unsigned : tile<8xi64> -> tile<8xi1>
      %31 = muli %29, %cst_1_i64_6  : tile<8xi64>
      %32 = offset %bcast_30, %31 : tile<8xptr<i32>>, tile<8xi64> -> tile<8xptr<i32>>
      %33 = andi %30, %23 : tile<8xi1>
      %result_43, %result_token_44 = load_ptr_tko weak %32, %33, %cst_0_i32 token=%0 : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
      %34 = exti %result_43 signed : tile<8xi32> -> tile<8xi64>
      %35 = cmpi less_than %34, %bcast_32, unsigned : tile<8xi64> -> tile<8xi1>
      %36 = muli %34, %cst_1_i64_7  : tile<8xi64>
      %37 = offset %bcast_34, %36 : tile<8xptr<f32>>, tile<8xi64> -> tile<8xptr<f32>>
      %38 = andi %35, %23 : tile<8xi1>
      %result_45, %result_token_46 = load_ptr_tko weak %37, %38, %bcast_37 token=%0 : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token
      %39 = fma %result_41, %result_45, %iterArg0  : tile<8xf32>
      continue %39 : tile<8xf32>
    }
    %reduce = reduce %for dim=0 identities=[0.000000e+00 : f32] : tile<8xf32> -> tile<f32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %22 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %22 : tile<f32>
    }
    %16 = exti %blockId_x signed : tile<i32> -> tile<i64>
    %17 = exti %assume_13 signed : tile<i32> -> tile<i64>
    %18 = cmpi less_than %16, %17, unsigned : tile<i64> -> tile<i1>
    %19 = muli %16, %cst_1_i64_8  : tile<i64>
    %20 = offset %assume_3, %19 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
    %assume_38 = assume div_by<4>, %20 : tile<ptr<f32>>
    %21 = store_ptr_tko weak %assume_38, %reduce, %18 token=%0 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
    return
  }
}
