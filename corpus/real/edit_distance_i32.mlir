// tilefuzz.launch kernel=@edit_distance_i32 grid=2,1,1 seed=165
// tilefuzz.buffer a : i32[32] = uniform(0, 3)
// tilefuzz.buffer b : i32[32] = uniform(0, 3)
// tilefuzz.buffer out : i32[34] = fill(0)
// tilefuzz.args &a 2 16 16 1 &b 2 16 16 1 &out 2 17 17 1
cuda_tile.module @kernels {
  entry @edit_distance_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<i32>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<16xi32>
    %cst_1_i64 = constant <i64: 1> : tile<i64>
    %cst_0_i32 = constant <i32: 0> : tile<1x16xi32>
    %cst_1_i32_3 = constant <i32: 1> : tile<1x16xi32>
    %cst_1_i32_4 = constant <i32: 1> : tile<16xi32>
    %cst_1_i64_5 = constant <i64: 1> : tile<16xi64>
    %cst_1_i64_6 = constant <i64: 1> : tile<i64>
    %cst_1_i64_7 = constant <i64: 1> : tile<16xi64>
    %cst_0_i32_8 = constant <i32: 0> : tile<16xi32>
    %cst_1_i32_9 = constant <i32: 1> : tile<1x16xi32>
    %cst_0_i32_10 = constant <i32: 0> : tile<1x16xi32>
    %cst_1_i32_11 = constant <i32: 1> : tile<16xi32>
    %cst_1_i64_12 = constant <i64: 1> : tile<16xi64>
    %assume_13 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_14 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_15 = assume bounded<0, ?>, %arg3 : tile<i32>
    %assume_16 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_17 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_18 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview = make_tensor_view %assume_0, shape = [%assume_16, %assume_17], strides = [%assume_18, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %assume_19 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_20 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_21 = assume bounded<0, ?>, %arg13 : tile<i32>
    %cst_16_i32 = constant <i32: 16> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %1 = iota : tile<16xi32>
    %cst_0_i32_22 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(1x16), tensor_view<?x?xi32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32_22] token = %0 : partition_view<tile=(1x16), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> tile<1x16xi32>, token
    %2 = addi %1, %cst_1_i32_2  : tile<16xi32>
    %reshape = reshape %2 : tile<16xi32> -> tile<1x16xi32>
    %cst_0_i32_23 = constant <i32: 0> : tile<i32>
    %cst_1_i32_24 = constant <i32: 1> : tile<i32>
    %cst_0_i32_25 = constant <i32: 0> : tile<i32>
    %3 = exti %blockId_x signed : tile<i32> -> tile<i64>
    %4 = exti %assume_13 signed : tile<i32> -> tile<i64>
    %5 = cmpi less_than %3, %4, unsigned : tile<i64> -> tile<i1>
    %6 = exti %assume_15 signed : tile<i32> -> tile<i64>
    %7 = muli %3, %6  : tile<i64>
    %8 = exti %assume_14 signed : tile<i32> -> tile<i64>
    %9 = addi %cst_1_i32_4, %1  : tile<16xi32>
    %10 = exti %blockId_x signed : tile<i32> -> tile<i64>
    %reshape_26 = reshape %10 : tile<i64> -> tile<1xi64>
    %bcast = broadcast %reshape_26 : tile<1xi64> -> tile<16xi64>
    %11 = exti %assume_19 signed : tile<i32> -> tile<i64>
    %reshape_27 = reshape %11 : tile<i64> -> tile<1xi64>
    %bcast_28 = broadcast %reshape_27 : tile<1xi64> -> tile<16xi64>
    %12 = cmpi less_than %bcast, %bcast_28, unsigned : tile<16xi64> -> tile<16xi1>
    %13 = exti %assume_21 signed : tile<i32> -> tile<i64>
    %reshape_29 = reshape %13 : tile<i64> -> tile<1xi64>
    %bcast_30 = broadcast %reshape_29 : tile<1xi64> -> tile<16xi64>
    %14 = muli %bcast, %bcast_30  : tile<16xi64>
    %15 = exti %9 signed : tile<16xi32> -> tile<16xi64>
    %16 = exti %assume_20 signed : tile<i32> -> tile<i64>
    %reshape_31 = reshape %16 : tile<i64> -> tile<1xi64>
    %bcast_32 = broadcast %reshape_31 : tile<1xi64> -> tile<16xi64>
    %17 = cmpi less_than %15, %bcast_32, unsigned : tile<16xi64> -> tile<16xi1>
    %18 = andi %12, %17 : tile<16xi1>
    %19 = muli %15, %cst_1_i64_5  : tile<16xi64>
    %20 = addi %14, %19  : tile<16xi64>
    %reshape_33 = reshape %assume_1 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_34 = broadcast %reshape_33 : tile<1xptr<i32>> -> tile<16xptr<i32>>
    %21 = offset %bcast_34, %20 : tile<16xptr<i32>>, tile<16xi64> -> tile<16xptr<i32>>
    %22 = exti %blockId_x signed : tile<i32> -> tile<i64>
    %23 = exti %assume_19 signed : tile<i32> -> tile<i64>
    %24 = cmpi less_than %22, %23, unsigned : tile<i64> -> tile<i1>
    %25 = exti %assume_21 signed : tile<i32> -> tile<i64>
    %26 = muli %22, %25  : tile<i64>
    %cst_0_i64 = constant <i64: 0> : tile<i64>
    %27 = exti %assume_20 signed : tile<i32> -> tile<i64>
    %28 = cmpi less_than %cst_0_i64, %27, unsigned : tile<i64> -> tile<i1>
    %29 = andi %24, %28 : tile<i1>
    %30 = muli %cst_0_i64, %cst_1_i64_6  : tile<i64>
    %31 = addi %26, %30  : tile<i64>
    %32 = offset %assume_1, %31 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %assume_35 = assume div_by<4>, %32 : tile<ptr<i32>>
    %33 = exti %blockId_x signed : tile<i32> -> tile<i64>
    %reshape_36 = reshape %33 : tile<i64> -> tile<1xi64>
    %bcast_37 = broadcast %reshape_36 : tile<1xi64> -> tile<16xi64>
    %34 = exti %assume_19 signed : tile<i32> -> tile<i64>
    %reshape_38 = reshape %34 : tile<i64> -> tile<1xi64>
    %bcast_39 = broadcast %reshape_38 : tile<1xi64> -> tile<16xi64>
    %35 = cmpi less_than %bcast_37, %bcast_39, unsigned : tile<16xi64> -> tile<16xi1>
    %36 = exti %assume_21 signed : tile<i32> -> tile<i64>
    %reshape_40 = reshape %36 : tile<i64> -> tile<1xi64>
    %bcast_41 = broadcast %reshape_40 : tile<1xi64> -> tile<16xi64>
    %37 = muli %bcast_37, %bcast_41  : tile<16xi64>
    %38 = exti %1 signed : tile<16xi32> -> tile<16xi64>
    %39 = exti %assume_20 signed : tile<i32> -> tile<i64>
    %reshape_42 = reshape %39 : tile<i64> -> tile<1xi64>
    %bcast_43 = broadcast %reshape_42 : tile<1xi64> -> tile<16xi64>
    %40 = cmpi less_than %38, %bcast_43, unsigned : tile<16xi64> -> tile<16xi1>
    %41 = andi %35, %40 : tile<16xi1>
    %42 = muli %38, %cst_1_i64_7  : tile<16xi64>
    %43 = addi %37, %42  : tile<16xi64>
    %reshape_44 = reshape %assume_1 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_45 = broadcast %reshape_44 : tile<1xptr<i32>> -> tile<16xptr<i32>>
    %44 = offset %bcast_45, %43 : tile<16xptr<i32>>, tile<16xi64> -> tile<16xptr<i32>>
    %reshape_46 = reshape %1 : tile<16xi32> -> tile<1x16xi32>
    %cst_2_i32 = constant <i32: 2> : tile<i32>
    %reshape_47 = reshape %1 : tile<16xi32> -> tile<1x16xi32>
    %for:2 = for %loopIdx in (%cst_0_i32_23 to %cst_16_i32, step %cst_1_i32_24) : tile<i32> iter_values(%iterArg0 = %reshape, %iterArg1 = %0) -> (tile<1x16xi32>, token) {
      %59 = exti %loopIdx signed : tile<i32> -> tile<i64>
      %60 = cmpi less_than %59, %8, unsigned : tile<i64> -> tile<i1>
      %61 = andi %5, %60 : tile<i1>
      %62 = muli %59, %cst_1_i64  : tile<i64>
      %63 = addi %7, %62  : tile<i64>
      %64 = offset %assume, %63 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
      %assume_59 = assume div_by<4>, %64 : tile<ptr<i32>>
      %result, %result_token_60 = load_ptr_tko weak %assume_59, %61, %cst_0_i32_25 token=%0 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
      %reshape_61 = reshape %result : tile<i32> -> tile<1x1xi32>
      %bcast_62 = broadcast %reshape_61 : tile<1x1xi32> -> tile<1x16xi32>
      %65 = cmpi equal %tile, %bcast_62, signed : tile<1x16xi32> -> tile<1x16xi1>
      %66 = select %65, %cst_0_i32, %cst_1_i32_3 : tile<1x16xi1>, tile<1x16xi32>
      %reshape_63 = reshape %iterArg0 : tile<1x16xi32> -> tile<16xi32>
      %67 = store_ptr_tko weak %21, %reshape_63, %18 token=%iterArg1 : tile<16xptr<i32>>, tile<16xi32>, tile<16xi1> -> token
      %68 = store_ptr_tko weak %assume_35, %loopIdx, %29 token=%67 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
      %result_64, %result_token_65 = load_ptr_tko weak %44, %41, %cst_0_i32_8 token=%68 : tile<16xptr<i32>>, tile<16xi1>, tile<16xi32> -> tile<16xi32>, token
      %69 = join_tokens %68, %result_token_65 : token
      %reshape_66 = reshape %result_64 : tile<16xi32> -> tile<1x16xi32>
      %70 = addi %iterArg0, %cst_1_i32_9  : tile<1x16xi32>
      %71 = addi %reshape_66, %66  : tile<1x16xi32>
      %72 = mini %70, %71 signed : tile<1x16xi32>
      %73 = subi %72, %reshape_46  : tile<1x16xi32>
      %74 = scan %73 dim=1 reverse=false identities=[2147483647 : i32] : tile<1x16xi32> -> tile<1x16xi32> (%arg15: tile<i32>, %arg16: tile<i32>) {
        %80 = mini %arg15, %arg16 signed : tile<i32>
        yield %80 : tile<i32>
      }
      %75 = addi %loopIdx, %cst_2_i32  : tile<i32>
      %76 = muli %cst_0_i32_10, %iterArg0  : tile<1x16xi32>
      %reshape_67 = reshape %75 : tile<i32> -> tile<1x1xi32>
      %bcast_68 = broadcast %reshape_67 : tile<1x1xi32> -> tile<1x16xi32>
      %77 = subi %bcast_68, %76  : tile<1x16xi32>
      %78 = mini %74, %77 signed : tile<1x16xi32>
      %79 = addi %78, %reshape_47  : tile<1x16xi32>
      continue %79, %69 : tile<1x16xi32>, token
    }
    %45 = addi %cst_1_i32_11, %1  : tile<16xi32>
    %reshape_48 = reshape %for#0 : tile<1x16xi32> -> tile<16xi32>
    %46 = exti %blockId_x signed : tile<i32> -> tile<i64>
    %reshape_49 = reshape %46 : tile<i64> -> tile<1xi64>
    %bcast_50 = broadcast %reshape_49 : tile<1xi64> -> tile<16xi64>
    %47 = exti %assume_19 signed : tile<i32> -> tile<i64>
    %reshape_51 = reshape %47 : tile<i64> -> tile<1xi64>
    %bcast_52 = broadcast %reshape_51 : tile<1xi64> -> tile<16xi64>
    %48 = cmpi less_than %bcast_50, %bcast_52, unsigned : tile<16xi64> -> tile<16xi1>
    %49 = exti %assume_21 signed : tile<i32> -> tile<i64>
    %reshape_53 = reshape %49 : tile<i64> -> tile<1xi64>
    %bcast_54 = broadcast %reshape_53 : tile<1xi64> -> tile<16xi64>
    %50 = muli %bcast_50, %bcast_54  : tile<16xi64>
    %51 = exti %45 signed : tile<16xi32> -> tile<16xi64>
    %52 = exti %assume_20 signed : tile<i32> -> tile<i64>
    %reshape_55 = reshape %52 : tile<i64> -> tile<1xi64>
    %bcast_56 = broadcast %reshape_55 : tile<1xi64> -> tile<16xi64>
    %53 = cmpi less_than %51, %bcast_56, unsigned : tile<16xi64> -> tile<16xi1>
    %54 = andi %48, %53 : tile<16xi1>
    %55 = muli %51, %cst_1_i64_12  : tile<16xi64>
    %56 = addi %50, %55  : tile<16xi64>
    %reshape_57 = reshape %assume_1 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_58 = broadcast %reshape_57 : tile<1xptr<i32>> -> tile<16xptr<i32>>
    %57 = offset %bcast_58, %56 : tile<16xptr<i32>>, tile<16xi64> -> tile<16xptr<i32>>
    %58 = store_ptr_tko weak %57, %reshape_48, %54 token=%for#1 : tile<16xptr<i32>>, tile<16xi32>, tile<16xi1> -> token
    return
  }
}
