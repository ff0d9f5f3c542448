// tilefuzz.launch kernel=@monte_carlo_i32 grid=4,1,1 seed=157
// tilefuzz.buffer hits : i32[1] = fill(0)
// tilefuzz.args &hits 1 1 5
cuda_tile.module @kernels {
  entry @monte_carlo_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %cst_-1640531535_i32 = constant <i32: -1640531535> : tile<64xi32>
    %cst_1664525_i32 = constant <i32: 1664525> : tile<64xi32>
    %cst_1013904223_i32 = constant <i32: 1013904223> : tile<64xi32>
    %cst_17_i32 = constant <i32: 17> : tile<64xi32>
    %cst_1664525_i32_0 = constant <i32: 1664525> : tile<64xi32>
    %cst_1013904223_i32_1 = constant <i32: 1013904223> : tile<64xi32>
    %cst_17_i32_2 = constant <i32: 17> : tile<64xi32>
    %cst_1073741824_i32 = constant <i32: 1073741824> : tile<64xi32>
    %cst_1_i32 = constant <i32: 1> : tile<64xi32>
    %cst_0_i32 = constant <i32: 0> : tile<64xi32>
    %cst_1_i64 = constant <i64: 1> : tile<i64>
    %assume_3 = assume bounded<0, ?>, %arg1 : tile<i32>
    %cst_64_i32 = constant <i32: 64> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %1 = muli %blockId_x, %cst_64_i32  : tile<i32>
    %2 = iota : tile<64xi32>
    %reshape = reshape %1 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<64xi32>
    %3 = addi %bcast, %2  : tile<64xi32>
    %4 = muli %3, %cst_-1640531535_i32  : tile<64xi32>
    %reshape_4 = reshape %arg3 : tile<i32> -> tile<1xi32>
    %bcast_5 = broadcast %reshape_4 : tile<1xi32> -> tile<64xi32>
    %5 = addi %4, %bcast_5  : tile<64xi32>
    %cst_0_i32_6 = constant <i32: 0> : tile<64xi32>
    %cst_8_i32 = constant <i32: 8> : tile<i32>
    %cst_0_i32_7 = constant <i32: 0> : tile<i32>
    %cst_1_i32_8 = constant <i32: 1> : tile<i32>
    %for:2 = for %loopIdx in (%cst_0_i32_7 to %cst_8_i32, step %cst_1_i32_8) : tile<i32> iter_values(%iterArg0 = %cst_0_i32_6, %iterArg1 = %5) -> (tile<64xi32>, tile<64xi32>) {
      %10 = muli %iterArg1, %cst_1664525_i32  : tile<64xi32>
      %11 = addi %10, %cst_1013904223_i32  : tile<64xi32>
      %12 = shri %11, %cst_17_i32 unsigned : tile<64xi32>
      %13 = muli %11, %cst_1664525_i32_0  : tile<64xi32>
      %14 = addi %13, %cst_1013904223_i32_1  : tile<64xi32>
      %15 = shri %14, %cst_17_i32_2 unsigned : tile<64xi32>
      %16 = muli %12, %12  : tile<64xi32>
      %17 = muli %15, %15  : tile<64xi32>
      %18 = addi %16, %17  : tile<64xi32>
      %19 = cmpi less_than %18, %cst_1073741824_i32, signed : tile<64xi32> -> tile<64xi1>
      %20 = select %19, %cst_1_i32, %cst_0_i32 : tile<64xi1>, tile<64xi32>
      %21 = addi %iterArg0, %20  : tile<64xi32>
      continue %21, %14 : tile<64xi32>, tile<64xi32>
    }
    %reduce = reduce %for#0 dim=0 identities=[0 : i32] : tile<64xi32> -> tile<i32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %10 = addi %reduce_lhs, %reduce_rhs  : tile<i32>
      yield %10 : tile<i32>
    }
    %cst_0_i64 = constant <i64: 0> : tile<i64>
    %6 = exti %assume_3 signed : tile<i32> -> tile<i64>
    %7 = cmpi less_than %cst_0_i64, %6, unsigned : tile<i64> -> tile<i1>
    %8 = muli %cst_0_i64, %cst_1_i64  : tile<i64>
    %9 = offset %assume, %8 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %result, %result_token = atomic_rmw_tko acq_rel device %9, add, %reduce, %7 token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    return
  }
}
