// tilefuzz.launch kernel=@conv2d_f32 grid=2,2,2 seed=115
// tilefuzz.buffer x : f32[720] = uniform(-2, 2)
// tilefuzz.buffer w : f32[54] = uniform(-1, 1)
// tilefuzz.buffer out : f32[480] = fill(0)
// tilefuzz.args &x 3 12 20 240 20 1 &w 2 27 27 1 &out 2 12 20 240 20 1
cuda_tile.module @kernels {
  entry @conv2d_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<i32>, %arg7: tile<ptr<f32>>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<ptr<f32>>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<i32>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg7 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg12 : tile<ptr<f32>>
    %cst_1_i64 = constant <i64: 1> : tile<i64>
    %cst_1_i64_2 = constant <i64: 1> : tile<8x16xi64>
    %cst_1_i64_3 = constant <i64: 1> : tile<8x16xi64>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg3 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg4 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg5 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg8 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg9 : tile<i32>
    %assume_11 = assume bounded<0, ?>, %arg10 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg13 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg14 : tile<i32>
    %assume_14 = assume bounded<0, ?>, %arg15 : tile<i32>
    %assume_15 = assume bounded<0, ?>, %arg16 : tile<i32>
    %assume_16 = assume bounded<0, ?>, %arg17 : tile<i32>
    %cst_8_i32 = constant <i32: 8> : tile<i32>
    %cst_16_i32 = constant <i32: 16> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_17, %blockId_y_18, %blockId_z_19 = get_tile_block_id : tile<i32>
    %blockId_x_20, %blockId_y_21, %blockId_z_22 = get_tile_block_id : tile<i32>
    %1 = muli %blockId_y_18, %cst_8_i32  : tile<i32>
    %2 = iota : tile<8xi32>
    %reshape = reshape %1 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<8xi32>
    %3 = addi %bcast, %2  : tile<8xi32>
    %reshape_23 = reshape %3 : tile<8xi32> -> tile<8x1xi32>
    %4 = muli %blockId_z_22, %cst_16_i32  : tile<i32>
    %5 = iota : tile<16xi32>
    %reshape_24 = reshape %4 : tile<i32> -> tile<1xi32>
    %bcast_25 = broadcast %reshape_24 : tile<1xi32> -> tile<16xi32>
    %6 = addi %bcast_25, %5  : tile<16xi32>
    %reshape_26 = reshape %6 : tile<16xi32> -> tile<1x16xi32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<8x16xf32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_3_i32 = constant <i32: 3> : tile<i32>
    %cst_0_i32_27 = constant <i32: 0> : tile<i32>
    %cst_1_i32_28 = constant <i32: 1> : tile<i32>
    %cst_3_i32_29 = constant <i32: 3> : tile<i32>
    %cst_0_i32_30 = constant <i32: 0> : tile<i32>
    %cst_1_i32_31 = constant <i32: 1> : tile<i32>
    %cst_9_i32 = constant <i32: 9> : tile<i32>
    %cst_3_i32_32 = constant <i32: 3> : tile<i32>
    %7 = exti %blockId_x signed : tile<i32> -> tile<i64>
    %8 = exti %assume_9 signed : tile<i32> -> tile<i64>
    %9 = cmpi less_than %7, %8, unsigned : tile<i64> -> tile<i1>
    %10 = exti %assume_11 signed : tile<i32> -> tile<i64>
    %11 = muli %7, %10  : tile<i64>
    %12 = exti %assume_10 signed : tile<i32> -> tile<i64>
    %cst_0_f32_33 = constant <f32: 0.000000e+00> : tile<f32>
    %cst_1_i32_34 = constant <i32: 1> : tile<i32>
    %cst_1_i32_35 = constant <i32: 1> : tile<i32>
    %13 = exti %assume_4 signed : tile<i32> -> tile<i64>
    %reshape_36 = reshape %13 : tile<i64> -> tile<1x1xi64>
    %bcast_37 = broadcast %reshape_36 : tile<1x1xi64> -> tile<8x16xi64>
    %14 = exti %assume_7 signed : tile<i32> -> tile<i64>
    %reshape_38 = reshape %14 : tile<i64> -> tile<1x1xi64>
    %bcast_39 = broadcast %reshape_38 : tile<1x1xi64> -> tile<8x16xi64>
    %15 = exti %assume_5 signed : tile<i32> -> tile<i64>
    %reshape_40 = reshape %15 : tile<i64> -> tile<1x1xi64>
    %bcast_41 = broadcast %reshape_40 : tile<1x1xi64> -> tile<8x16xi64>
    %16 = exti %assume_8 signed : tile<i32> -> tile<i64>
    %reshape_42 = reshape %16 : tile<i64> -> tile<1x1xi64>
    %bcast_43 = broadcast %reshape_42 : tile<1x1xi64> -> tile<8x16xi64>
    %17 = exti %assume_6 signed : tile<i32> -> tile<i64>
    %reshape_44 = reshape %17 : tile<i64> -> tile<1x1xi64>
    %bcast_45 = broadcast %reshape_44 : tile<1x1xi64> -> tile<8x16xi64>
    %reshape_46 = reshape %assume : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %bcast_47 = broadcast %reshape_46 : tile<1x1xptr<f32>> -> tile<8x16xptr<f32>>
    %cst_0_f32_48 = constant <f32: 0.000000e+00> : tile<f32>
    %reshape_49 = reshape %cst_0_f32_48 : tile<f32> -> tile<1x1xf32>
    %bcast_50 = broadcast %reshape_49 : tile<1x1xf32> -> tile<8x16xf32>
    %for = for %loopIdx in (%cst_0_i32 to %assume_4, step %cst_1_i32) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<8x16xf32>) {
      %38 = muli %loopIdx, %cst_9_i32  : tile<i32>
      %39 = exti %loopIdx signed : tile<i32> -> tile<i64>
      %reshape_67 = reshape %39 : tile<i64> -> tile<1x1xi64>
      %bcast_68 = broadcast %reshape_67 : tile<1x1xi64> -> tile<8x16xi64>
      %40 = cmpi less_than %bcast_68, %bcast_37, unsigned : tile<8x16xi64> -> tile<8x16xi1>
      %41 = muli %bcast_68, %bcast_39  : tile<8x16xi64>
      %for_69 = for %loopIdx_70 in (%cst_0_i32_27 to %cst_3_i32, step %cst_1_i32_28) : tile<i32> iter_values(%iterArg0_71 = %iterArg0) -> (tile<8x16xf32>) {
        %42 = muli %loopIdx_70, %cst_3_i32_32  : tile<i32>
        %43 = addi %38, %42  : tile<i32>
        %44 = subi %loopIdx_70, %cst_1_i32_34  : tile<i32>
        %reshape_72 = reshape %44 : tile<i32> -> tile<1x1xi32>
        %bcast_73 = broadcast %reshape_72 : tile<1x1xi32> -> tile<8x1xi32>
        %45 = addi %reshape_23, %bcast_73  : tile<8x1xi32>
        %46 = exti %45 signed : tile<8x1xi32> -> tile<8x1xi64>
        %bcast_74 = broadcast %46 : tile<8x1xi64> -> tile<8x16xi64>
        %47 = cmpi less_than %bcast_74, %bcast_41, unsigned : tile<8x16xi64> -> tile<8x16xi1>
        %48 = andi %40, %47 : tile<8x16xi1>
        %49 = muli %bcast_74, %bcast_43  : tile<8x16xi64>
        %50 = addi %41, %49  : tile<8x16xi64>
        %for_75 = for %loopIdx_76 in (%cst_0_i32_30 to %cst_3_i32_29, step %cst_1_i32_31) : tile<i32> iter_values(%iterArg0_77 = %iterArg0_71) -> (tile<8x16xf32>) {
          %51 = addi %43, %loopIdx_76  : tile<i32>
          %52 = exti %51 signed : tile<i32> -> tile<i64>
          %53 = cmpi less_than %52, %12, unsigned : tile<i64> -> tile<i1>
          %54 = andi %9, %53 : tile<i1>
          %55 = muli %52, %cst_1_i64  : tile<i64>
          %56 = addi %11, %55  : tile<i64>
          %57 = offset %assume_0, %56 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
          %assume_78 = assume div_by<4>, %57 : tile<ptr<f32>>
          %result, %result_token = load_ptr_tko weak %assume_78, %54, %cst_0_f32_33 token=%0 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
          %58 = subi %loopIdx_76, %cst_1_i32_35  : tile<i32>
          %reshape_79 = reshape %58 : tile<i32> -> tile<1x1xi32>
          %bcast_80 = broadcast %reshape_79 : tile<1x1xi32> -> tile<1x16xi32>
          %59 = addi %reshape_26, %bcast_80  : tile<1x16xi32>
          %60 = exti %59 signed : tile<1x16xi32> -> tile<1x16xi64>
          %bcast_81 = broadcast %60 : tile<1x16xi64> -> tile<8x16xi64>
          %61 = cmpi less_than %bcast_81, %bcast_45, unsigned : tile<8x16xi64> -> tile<8x16xi1>
          %62 = andi %48, %61 : tile<8x16xi1>
          %63 = muli %bcast_81, %cst_1_i64_2  : tile<8x16xi64>
          %64 = addi %50, %63  : tile<8x16xi64>
          %65 = offset %bcast_47, %64 : tile<8x16xptr<f32>>, tile<8x16xi64> -> tile<8x16xptr<f32>>
          %result_82, %result_token_83 = load_ptr_tko weak %65, %62, %bcast_50 token=%0 : tile<8x16xptr<f32>>, tile<8x16xi1>, tile<8x16xf32> -> tile<8x16xf32>, token
          %reshape_84 = reshape %result : tile<f32> -> tile<1x1xf32>
          %bcast_85 = broadcast %reshape_84 : tile<1x1xf32> -> tile<8x16xf32>
          %66 = fma %bcast_85, %result_82, %iterArg0_77  : tile<8x16xf32>
          continue %66 : tile<8x16xf32>
        }
        continue %for_75 : tile<8x16xf32>
      }
      continue %for_69 : tile<8x16xf32>
    }
    %18 = exti %blockId_x signed : tile<i32> -> tile<i64>
    %reshape_51 = reshape %18 : tile<i64> -> tile<1x1xi64>
    %bcast_52 = broadcast %reshape_51 : tile<1x1xi64> -> tile<8x16xi64>
    %19 = exti %assume_12 signed : tile<i32> -> tile<i64>
    %reshape_53 = reshape %19 : tile<i64> -> tile<1x1xi64>
    %bcast_54 = broadcast %reshape_53 : tile<1x1xi64> -> tile<8x16xi64>
    %20 = cmpi less_than %bcast_52, %bcast_54, unsigned : tile<8x16xi64> -> tile<8x16xi1>
    %21 = exti %assume_15 signed : tile<i32> -> tile<i64>
    %reshape_55 = reshape %21 : tile<i64> -> tile<1x1xi64>
    %bcast_56 = broadcast %reshape_55 : tile<1x1xi64> -> tile<8x16xi64>
    %22 = muli %bcast_52, %bcast_56  : tile<8x16xi64>
    %23 = exti %reshape_23 signed : tile<8x1xi32> -> tile<8x1xi64>
    %bcast_57 = broadcast %23 : tile<8x1xi64> -> tile<8x16xi64>
    %24 = exti %assume_13 signed : tile<i32> -> tile<i64>
    %reshape_58 = reshape %24 : tile<i64> -> tile<1x1xi64>
    %bcast_59 = broadcast %reshape_58 : tile<1x1xi64> -> tile<8x16xi64>
    %25 = cmpi less_than %bcast_57, %bcast_59, unsigned : tile<8x16xi64> -> tile<8x16xi1>
    %26 = andi %20, %25 : tile<8x16xi1>
    %27 = exti %assume_16 signed : tile<i32> -> tile<i64>
    %reshape_60 = reshape %27 : tile<i64> -> tile<1x1xi64>
    %bcast_61 = broadcast %reshape_60 : tile<1x1xi64> -> tile<8x16xi64>
    %28 = muli %bcast_57, %bcast_61  : tile<8x16xi64>
    %29 = addi %22, %28  : tile<8x16xi64>
    %30 = exti %reshape_26 signed : tile<1x16xi32> -> tile<1x16xi64>
    %bcast_62 = broadcast %30 : tile<1x16xi64> -> tile<8x16xi64>
    %31 = exti %assume_14 signed : tile<i32> -> tile<i64>
    %reshape_63 = reshape %31 : tile<i64> -> tile<1x1xi64>
    %bcast_64 = broadcast %reshape_63 : tile<1x1xi64> -> tile<8x16xi64>
    %32 = cmpi less_than %bcast_62, %bcast_64, unsigned : tile<8x16xi64> -> tile<8x16xi1>
    %33 = andi %26, %32 : tile<8x16xi1>
    %34 = muli %bcast_62, %cst_1_i64_3  : tile<8x16xi64>
    %35 = addi %29, %34  : tile<8x16xi64>
    %reshape_65 = reshape %assume_1 : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %bcast_66 = broadcast %reshape_65 : tile<1x1xptr<f32>> -> tile<8x16xptr<f32>>
    %36 = offset %bcast_66, %35 : tile<8x16xptr<f32>>, tile<8x16xi64> -> tile<8x16xptr<f32>>
    %37 = store_ptr_tko weak %36, %for, %33 token=%0 : tile<8x16xptr<f32>>, tile<8x16xf32>, tile<8x16xi1> -> token
    return
  }
}
