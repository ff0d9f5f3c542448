// tilefuzz.launch kernel=@roll_i32 grid=3,1,1 seed=135
// tilefuzz.buffer x : i32[80] = iota(5, 3)
// tilefuzz.buffer out : i32[80] = fill(0)
// tilefuzz.args &x 80 1 &out 80 1 13
cuda_tile.module @kernels {
  entry @roll_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i64 = constant <i64: 1> : tile<32xi64>
    %cst_0_i32 = constant <i32: 0> : tile<32xi32>
    %cst_1_i64_1 = constant <i64: 1> : tile<32xi64>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %cst_32_i32 = constant <i32: 32> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %1 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %2 = iota : tile<32xi32>
    %reshape = reshape %1 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<32xi32>
    %3 = addi %bcast, %2  : tile<32xi32>
    %reshape_4 = reshape %arg6 : tile<i32> -> tile<1xi32>
    %bcast_5 = broadcast %reshape_4 : tile<1xi32> -> tile<32xi32>
    %4 = addi %3, %bcast_5  : tile<32xi32>
    %reshape_6 = reshape %assume_2 : tile<i32> -> tile<1xi32>
    %bcast_7 = broadcast %reshape_6 : tile<1xi32> -> tile<32xi32>
    %5 = remi %4, %bcast_7 signed : tile<32xi32>
    %cst_0_i32_8 = constant <i32: 0> : tile<32xi32>
    %6 = cmpi less_than %5, %cst_0_i32_8, signed : tile<32xi32> -> tile<32xi1>
    %7 = cmpi less_than %bcast_7, %cst_0_i32_8, signed : tile<32xi32> -> tile<32xi1>
    %8 = xori %6, %7 : tile<32xi1>
    %9 = cmpi not_equal %5, %cst_0_i32_8, signed : tile<32xi32> -> tile<32xi1>
    %10 = andi %8, %9 : tile<32xi1>
    %11 = addi %5, %bcast_7  : tile<32xi32>
    %12 = select %10, %11, %5 : tile<32xi1>, tile<32xi32>
    %13 = exti %3 signed : tile<32xi32> -> tile<32xi64>
    %14 = exti %assume_2 signed : tile<i32> -> tile<i64>
    %reshape_9 = reshape %14 : tile<i64> -> tile<1xi64>
    %bcast_10 = broadcast %reshape_9 : tile<1xi64> -> tile<32xi64>
    %15 = cmpi less_than %13, %bcast_10, unsigned : tile<32xi64> -> tile<32xi1>
    %16 = muli %13, %cst_1_i64  : tile<32xi64>
    %reshape_11 = reshape %assume : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_12 = broadcast %reshape_11 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %17 = offset %bcast_12, %16 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %result, %result_token = load_ptr_tko weak %17, %15, %cst_0_i32 token=%0 : tile<32xptr<i32>>, tile<32xi1>, tile<32xi32> -> tile<32xi32>, token
    %reshape_13 = reshape %assume_2 : tile<i32> -> tile<1xi32>
    %bcast_14 = broadcast %reshape_13 : tile<1xi32> -> tile<32xi32>
    %18 = cmpi less_than %3, %bcast_14, signed : tile<32xi32> -> tile<32xi1>
    %19 = exti %12 signed : tile<32xi32> -> tile<32xi64>
    %20 = exti %assume_3 signed : tile<i32> -> tile<i64>
    %reshape_15 = reshape %20 : tile<i64> -> tile<1xi64>
    %bcast_16 = broadcast %reshape_15 : tile<1xi64> -> tile<32xi64>
    %21 = cmpi less_than %19, %bcast_16, unsigned : tile<32xi64> -> tile<32xi1>
    %22 = muli %19, %cst_1_i64_1  : tile<32xi64>
    %reshape_17 = reshape %assume_0 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_18 = broadcast %reshape_17 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %23 = offset %bcast_18, %22 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %24 = andi %21, %18 : tile<32xi1>
    %25 = store_ptr_tko weak %23, %result, %24 token=%0 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> token
    return
  }
}
