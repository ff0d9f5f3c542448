// tilefuzz.launch kernel=@life_i8 grid=2,2,1 seed=141
// tilefuzz.buffer x : i8[256] = uniform(0, 1)
// tilefuzz.buffer out : i8[256] = fill(0)
// tilefuzz.args &x 16 16 16 1 &out 16 16 16 1
cuda_tile.module @kernels {
  entry @life_i8(%arg0: tile<ptr<i8>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i8>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i8>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i8>>
    %cst_1_i64 = constant <i64: 1> : tile<8x8xi64>
    %cst_0_i8 = constant <i8: 0> : tile<8x8xi8>
    %cst_1_i64_1 = constant <i64: 1> : tile<8x8xi64>
    %cst_0_i8_2 = constant <i8: 0> : tile<8x8xi8>
    %cst_3_i32 = constant <i32: 3> : tile<8x8xi32>
    %cst_1_i32 = constant <i32: 1> : tile<8x8xi32>
    %cst_4_i32 = constant <i32: 4> : tile<8x8xi32>
    %cst_1_i32_3 = constant <i32: 1> : tile<8x8xi32>
    %cst_0_i32 = constant <i32: 0> : tile<8x8xi32>
    %cst_1_i64_4 = constant <i64: 1> : tile<8x8xi64>
    %assume_5 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg3 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg8 : tile<i32>
    %cst_8_i32 = constant <i32: 8> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_11, %blockId_y_12, %blockId_z_13 = get_tile_block_id : tile<i32>
    %1 = muli %blockId_x, %cst_8_i32  : tile<i32>
    %2 = iota : tile<8xi32>
    %reshape = reshape %1 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<8xi32>
    %3 = addi %bcast, %2  : tile<8xi32>
    %reshape_14 = reshape %3 : tile<8xi32> -> tile<8x1xi32>
    %4 = muli %blockId_y_12, %cst_8_i32  : tile<i32>
    %5 = iota : tile<8xi32>
    %reshape_15 = reshape %4 : tile<i32> -> tile<1xi32>
    %bcast_16 = broadcast %reshape_15 : tile<1xi32> -> tile<8xi32>
    %6 = addi %bcast_16, %5  : tile<8xi32>
    %reshape_17 = reshape %6 : tile<8xi32> -> tile<1x8xi32>
    %cst_0_i32_18 = constant <i32: 0> : tile<8x8xi32>
    %cst_-1_i32 = constant <i32: -1> : tile<i32>
    %cst_2_i32 = constant <i32: 2> : tile<i32>
    %cst_1_i32_19 = constant <i32: 1> : tile<i32>
    %cst_-1_i32_20 = constant <i32: -1> : tile<i32>
    %cst_2_i32_21 = constant <i32: 2> : tile<i32>
    %cst_1_i32_22 = constant <i32: 1> : tile<i32>
    %7 = exti %assume_5 signed : tile<i32> -> tile<i64>
    %reshape_23 = reshape %7 : tile<i64> -> tile<1x1xi64>
    %bcast_24 = broadcast %reshape_23 : tile<1x1xi64> -> tile<8x8xi64>
    %8 = exti %assume_7 signed : tile<i32> -> tile<i64>
    %reshape_25 = reshape %8 : tile<i64> -> tile<1x1xi64>
    %bcast_26 = broadcast %reshape_25 : tile<1x1xi64> -> tile<8x8xi64>
    %9 = exti %assume_6 signed : tile<i32> -> tile<i64>
    %reshape_27 = reshape %9 : tile<i64> -> tile<1x1xi64>
    %bcast_28 = broadcast %reshape_27 : tile<1x1xi64> -> tile<8x8xi64>
    %reshape_29 = reshape %assume : tile<ptr<i8>> -> tile<1x1xptr<i8>>
    %bcast_30 = broadcast %reshape_29 : tile<1x1xptr<i8>> -> tile<8x8xptr<i8>>
    %for = for %loopIdx in (%cst_-1_i32 to %cst_2_i32, step %cst_1_i32_19) : tile<i32> iter_values(%iterArg0 = %cst_0_i32_18) -> (tile<8x8xi32>) {
      %reshape_51 = reshape %loopIdx : tile<i32> -> tile<1x1xi32>
      %bcast_52 = broadcast %reshape_51 : tile<1x1xi32> -> tile<8x1xi32>
      %43 = addi %reshape_14, %bcast_52  : tile<8x1xi32>
      %44 = exti %43 signed : tile<8x1xi32> -> tile<8x1xi64>
      %bcast_53 = broadcast %44 : tile<8x1xi64> -> tile<8x8xi64>
      %45 = cmpi less_than %bcast_53, %bcast_24, unsigned : tile<8x8xi64> -> tile<8x8xi1>
      %46 = muli %bcast_53, %bcast_26  : tile<8x8xi64>
      %for_54 = for %loopIdx_55 in (%cst_-1_i32_20 to %cst_2_i32_21, step %cst_1_i32_22) : tile<i32> iter_values(%iterArg0_56 = %iterArg0) -> (tile<8x8xi32>) {
        %reshape_57 = reshape %loopIdx_55 : tile<i32> -> tile<1x1xi32>
        %bcast_58 = broadcast %reshape_57 : tile<1x1xi32> -> tile<1x8xi32>
        %47 = addi %reshape_17, %bcast_58  : tile<1x8xi32>
        %48 = exti %47 signed : tile<1x8xi32> -> tile<1x8xi64>
        %bcast_59 = broadcast %48 : tile<1x8xi64> -> tile<8x8xi64>
        %49 = cmpi less_than %bcast_59, %bcast_28, unsigned : tile<8x8xi64> -> tile<8x8xi1>
        %50 = andi %45, %49 : tile<8x8xi1>
        %51 = muli %bcast_59, %cst_1_i64  : tile<8x8xi64>
        %52 = addi %46, %51  : tile<8x8xi64>
        %53 = offset %bcast_30, %52 : tile<8x8xptr<i8>>, tile<8x8xi64> -> tile<8x8xptr<i8>>
        %result_60, %result_token_61 = load_ptr_tko weak %53, %50, %cst_0_i8 token=%0 : tile<8x8xptr<i8>>, tile<8x8xi1>, tile<8x8xi8> -> tile<8x8xi8>, token
        %54 = exti %result_60 signed : tile<8x8xi8> -> tile<8x8xi32>
        %55 = addi %iterArg0_56, %54  : tile<8x8xi32>
        continue %55 : tile<8x8xi32>
      }
      continue %for_54 : tile<8x8xi32>
    }
    %10 = exti %reshape_14 signed : tile<8x1xi32> -> tile<8x1xi64>
    %bcast_31 = broadcast %10 : tile<8x1xi64> -> tile<8x8xi64>
    %11 = exti %assume_5 signed : tile<i32> -> tile<i64>
    %reshape_32 = reshape %11 : tile<i64> -> tile<1x1xi64>
    %bcast_33 = broadcast %reshape_32 : tile<1x1xi64> -> tile<8x8xi64>
    %12 = cmpi less_than %bcast_31, %bcast_33, unsigned : tile<8x8xi64> -> tile<8x8xi1>
    %13 = exti %assume_7 signed : tile<i32> -> tile<i64>
    %reshape_34 = reshape %13 : tile<i64> -> tile<1x1xi64>
    %bcast_35 = broadcast %reshape_34 : tile<1x1xi64> -> tile<8x8xi64>
    %14 = muli %bcast_31, %bcast_35  : tile<8x8xi64>
    %15 = exti %reshape_17 signed : tile<1x8xi32> -> tile<1x8xi64>
    %bcast_36 = broadcast %15 : tile<1x8xi64> -> tile<8x8xi64>
    %16 = exti %assume_6 signed : tile<i32> -> tile<i64>
    %reshape_37 = reshape %16 : tile<i64> -> tile<1x1xi64>
    %bcast_38 = broadcast %reshape_37 : tile<1x1xi64> -> tile<8x8xi64>
    %17 = cmpi less_than %bcast_36, %bcast_38, unsigned : tile<8x8xi64> -> tile<8x8xi1>
    %18 = andi %12, %17 : tile<8x8xi1>
    %19 = muli %bcast_36, %cst_1_i64_1  : tile<8x8xi64>
    %20 = addi %14, %19  : tile<8x8xi64>
    %reshape_39 = reshape %assume : tile<ptr<i8>> -> tile<1x1xptr<i8>>
    %bcast_40 = broadcast %reshape_39 : tile<1x1xptr<i8>> -> tile<8x8xptr<i8>>
    %21 = offset %bcast_40, %20 : tile<8x8xptr<i8>>, tile<8x8xi64> -> tile<8x8xptr<i8>>
    %result, %result_token = load_ptr_tko weak %21, %18, %cst_0_i8_2 token=%0 : tile<8x8xptr<i8>>, tile<8x8xi1>, tile<8x8xi8> -> tile<8x8xi8>, token
    %22 = exti %result signed : tile<8x8xi8> -> tile<8x8xi32>
    %23 = cmpi equal %for, %cst_3_i32, signed : tile<8x8xi32> -> tile<8x8xi1>
    %24 = cmpi equal %22, %cst_1_i32, signed : tile<8x8xi32> -> tile<8x8xi1>
    %25 = cmpi equal %for, %cst_4_i32, signed : tile<8x8xi32> -> tile<8x8xi1>
    %26 = andi %24, %25 : tile<8x8xi1>
    %27 = ori %23, %26 : tile<8x8xi1>
    %28 = select %27, %cst_1_i32_3, %cst_0_i32 : tile<8x8xi1>, tile<8x8xi32>
    %29 = trunci %28  : tile<8x8xi32> -> tile<8x8xi8>
    %30 = exti %reshape_14 signed : tile<8x1xi32> -> tile<8x1xi64>
    %bcast_41 = broadcast %30 : tile<8x1xi64> -> tile<8x8xi64>
    %31 = exti %assume_8 signed : tile<i32> -> tile<i64>
    %reshape_42 = reshape %31 : tile<i64> -> tile<1x1xi64>
    %bcast_43 = broadcast %reshape_42 : tile<1x1xi64> -> tile<8x8xi64>
    %32 = cmpi less_than %bcast_41, %bcast_43, unsigned : tile<8x8xi64> -> tile<8x8xi1>
    %33 = exti %assume_10 signed : tile<i32> -> tile<i64>
    %reshape_44 = reshape %33 : tile<i64> -> tile<1x1xi64>
    %bcast_45 = broadcast %reshape_44 : tile<1x1xi64> -> tile<8x8xi64>
    %34 = muli %bcast_41, %bcast_45  : tile<8x8xi64>
    %35 = exti %reshape_17 signed : tile<1x8xi32> -> tile<1x8xi64>
    %bcast_46 = broadcast %35 : tile<1x8xi64> -> tile<8x8xi64>
    %36 = exti %assume_9 signed : tile<i32> -> tile<i64>
    %reshape_47 = reshape %36 : tile<i64> -> tile<1x1xi64>
    %bcast_48 = broadcast %reshape_47 : tile<1x1xi64> -> tile<8x8xi64>
    %37 = cmpi less_than %bcast_46, %bcast_48, unsigned : tile<8x8xi64> -> tile<8x8xi1>
    %38 = andi %32, %37 : tile<8x8xi1>
    %39 = muli %bcast_46, %cst_1_i64_4  : tile<8x8xi64>
    %40 = addi %34, %39  : tile<8x8xi64>
    %reshape_49 = reshape %assume_0 : tile<ptr<i8>> -> tile<1x1xptr<i8>>
    %bcast_50 = broadcast %reshape_49 : tile<1x1xptr<i8>> -> tile<8x8xptr<i8>>
    %41 = offset %bcast_50, %40 : tile<8x8xptr<i8>>, tile<8x8xi64> -> tile<8x8xptr<i8>>
    %42 = store_ptr_tko weak %41, %29, %38 token=%0 : tile<8x8xptr<i8>>, tile<8x8xi8>, tile<8x8xi1> -> token
    return
  }
}
