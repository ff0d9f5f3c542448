// tilefuzz.launch kernel=@bitonic_sort_i32 grid=2,1,1 seed=148
// tilefuzz.buffer x : i32[64] = uniform(-90, 90)
// tilefuzz.buffer out : i32[64] = fill(0)
// tilefuzz.args &x 64 1 &out 64 1
cuda_tile.module @kernels {
  entry @bitonic_sort_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<32xi64>
    %cst_1_i64_1 = constant <i64: 1> : tile<32xi64>
    %cst_0_i32 = constant <i32: 0> : tile<32xi32>
    %cst_0_i32_2 = constant <i32: 0> : tile<32xi32>
    %cst_0_i32_3 = constant <i32: 0> : tile<32xi32>
    %cst_1_i64_4 = constant <i64: 1> : tile<32xi64>
    %assume_5 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_6 = assume bounded<0, ?>, %arg4 : tile<i32>
    %cst_32_i32 = constant <i32: 32> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %1 = iota : tile<32xi32>
    %cst_2_i32 = constant <i32: 2> : tile<i32>
    %cst_2_i32_7 = constant <i32: 2> : tile<i32>
    %cst_0_i32_8 = constant <i32: 0> : tile<i32>
    %2 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %reshape = reshape %2 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<32xi32>
    %3 = addi %bcast, %1  : tile<32xi32>
    %4 = exti %3 signed : tile<32xi32> -> tile<32xi64>
    %5 = exti %assume_6 signed : tile<i32> -> tile<i64>
    %reshape_9 = reshape %5 : tile<i64> -> tile<1xi64>
    %bcast_10 = broadcast %reshape_9 : tile<1xi64> -> tile<32xi64>
    %6 = cmpi less_than %4, %bcast_10, unsigned : tile<32xi64> -> tile<32xi1>
    %7 = muli %4, %cst_1_i64  : tile<32xi64>
    %reshape_11 = reshape %assume_0 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_12 = broadcast %reshape_11 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %8 = offset %bcast_12, %7 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %9 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %reshape_13 = reshape %9 : tile<i32> -> tile<1xi32>
    %bcast_14 = broadcast %reshape_13 : tile<1xi32> -> tile<32xi32>
    %10 = exti %assume_6 signed : tile<i32> -> tile<i64>
    %reshape_15 = reshape %10 : tile<i64> -> tile<1xi64>
    %bcast_16 = broadcast %reshape_15 : tile<1xi64> -> tile<32xi64>
    %reshape_17 = reshape %assume_0 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_18 = broadcast %reshape_17 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %cst_2_i32_19 = constant <i32: 2> : tile<i32>
    %cst_2_i32_20 = constant <i32: 2> : tile<i32>
    %11:3 = loop iter_values(%arg6 = %cst_2_i32, %arg7 = %tile, %arg8 = %0) : tile<i32>, tile<32xi32>, token -> tile<i32>, tile<32xi32>, token {
      %assume_27 = assume div_by<2>, %arg6 : tile<i32>
      %20 = cmpi less_than_or_equal %assume_27, %cst_32_i32, signed : tile<i32> -> tile<i1>
      if %20 {
      } else {
        break %assume_27, %arg7, %arg8 : tile<i32>, tile<32xi32>, token
      }
      %21 = divi %assume_27, %cst_2_i32_7 signed rounding<negative_inf> : tile<i32>
      %reshape_28 = reshape %assume_27 : tile<i32> -> tile<1xi32>
      %bcast_29 = broadcast %reshape_28 : tile<1xi32> -> tile<32xi32>
      %22 = andi %1, %bcast_29 : tile<32xi32>
      %23 = cmpi equal %22, %cst_0_i32_2, signed : tile<32xi32> -> tile<32xi1>
      %24:3 = loop iter_values(%arg9 = %21, %arg10 = %arg7, %arg11 = %arg8) : tile<i32>, tile<32xi32>, token -> tile<i32>, tile<32xi32>, token {
        %26 = cmpi greater_than %arg9, %cst_0_i32_8, signed : tile<i32> -> tile<i1>
        if %26 {
        } else {
          break %arg9, %arg10, %arg11 : tile<i32>, tile<32xi32>, token
        }
        %27 = store_ptr_tko weak %8, %arg10, %6 token=%arg11 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> token
        %reshape_30 = reshape %arg9 : tile<i32> -> tile<1xi32>
        %bcast_31 = broadcast %reshape_30 : tile<1xi32> -> tile<32xi32>
        %28 = xori %1, %bcast_31 : tile<32xi32>
        %29 = addi %bcast_14, %28  : tile<32xi32>
        %30 = exti %29 signed : tile<32xi32> -> tile<32xi64>
        %31 = cmpi less_than %30, %bcast_16, unsigned : tile<32xi64> -> tile<32xi1>
        %32 = muli %30, %cst_1_i64_1  : tile<32xi64>
        %33 = offset %bcast_18, %32 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
        %result, %result_token_32 = load_ptr_tko weak %33, %31, %cst_0_i32 token=%27 : tile<32xptr<i32>>, tile<32xi1>, tile<32xi32> -> tile<32xi32>, token
        %34 = join_tokens %27, %result_token_32 : token
        %reshape_33 = reshape %arg9 : tile<i32> -> tile<1xi32>
        %bcast_34 = broadcast %reshape_33 : tile<1xi32> -> tile<32xi32>
        %35 = andi %1, %bcast_34 : tile<32xi32>
        %36 = cmpi equal %35, %cst_0_i32_3, signed : tile<32xi32> -> tile<32xi1>
        %37 = cmpi equal %23, %36, unsigned : tile<32xi1> -> tile<32xi1>
        %38 = mini %arg10, %result signed : tile<32xi32>
        %39 = maxi %arg10, %result signed : tile<32xi32>
        %40 = select %37, %38, %39 : tile<32xi1>, tile<32xi32>
        %41 = divi %arg9, %cst_2_i32_19 signed rounding<negative_inf> : tile<i32>
        continue %41, %40, %34 : tile<i32>, tile<32xi32>, token
      }
      %25 = muli %assume_27, %cst_2_i32_20  : tile<i32>
      continue %25, %24#1, %24#2 : tile<i32>, tile<32xi32>, token
    }
    %12 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %reshape_21 = reshape %12 : tile<i32> -> tile<1xi32>
    %bcast_22 = broadcast %reshape_21 : tile<1xi32> -> tile<32xi32>
    %13 = addi %bcast_22, %1  : tile<32xi32>
    %14 = exti %13 signed : tile<32xi32> -> tile<32xi64>
    %15 = exti %assume_6 signed : tile<i32> -> tile<i64>
    %reshape_23 = reshape %15 : tile<i64> -> tile<1xi64>
    %bcast_24 = broadcast %reshape_23 : tile<1xi64> -> tile<32xi64>
    %16 = cmpi less_than %14, %bcast_24, unsigned : tile<32xi64> -> tile<32xi1>
    %17 = muli %14, %cst_1_i64_4  : tile<32xi64>
    %reshape_25 = reshape %assume_0 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_26 = broadcast %reshape_25 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %18 = offset %bcast_26, %17 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %19 = store_ptr_tko weak %18, %11#1, %16 token=%11#2 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> token
    return
  }
}
