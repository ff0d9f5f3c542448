// tilefuzz.launch kernel=@counter_random_u32 grid=4,1,1 seed=156
// tilefuzz.buffer out : i32[200] = fill(0)
// tilefuzz.args &out 200 1 77
cuda_tile.module @kernels {
  entry @counter_random_u32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_3528905107_i64 = constant <i64: 3528905107> : tile<64xi64>
    %cst_32_i64 = constant <i64: 32> : tile<64xi64>
    %cst_-1640531527_i32 = constant <i32: -1640531527> : tile<64xi32>
    %assume_0 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_0], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %cst_64_i32 = constant <i32: 64> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %1 = muli %blockId_x, %cst_64_i32  : tile<i32>
    %2 = iota : tile<64xi32>
    %reshape = reshape %1 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<64xi32>
    %3 = addi %bcast, %2  : tile<64xi32>
    %cst_0_i32 = constant <i32: 0> : tile<64xi32>
    %reshape_1 = reshape %arg3 : tile<i32> -> tile<1xi32>
    %bcast_2 = broadcast %reshape_1 : tile<1xi32> -> tile<64xi32>
    %cst_10_i32 = constant <i32: 10> : tile<i32>
    %cst_0_i32_3 = constant <i32: 0> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %for:3 = for %loopIdx in (%cst_0_i32_3 to %cst_10_i32, step %cst_1_i32_4) : tile<i32> iter_values(%iterArg0 = %cst_0_i32, %iterArg1 = %bcast_2, %iterArg2 = %3) -> (tile<64xi32>, tile<64xi32>, tile<64xi32>) {
      %5 = exti %iterArg2 unsigned : tile<64xi32> -> tile<64xi64>
      %6 = muli %5, %cst_3528905107_i64  : tile<64xi64>
      %7 = shri %6, %cst_32_i64 unsigned : tile<64xi64>
      %8 = trunci %7  : tile<64xi64> -> tile<64xi32>
      %9 = xori %8, %iterArg1 : tile<64xi32>
      %10 = xori %9, %iterArg0 : tile<64xi32>
      %11 = trunci %6  : tile<64xi64> -> tile<64xi32>
      %12 = addi %iterArg1, %cst_-1640531527_i32  : tile<64xi32>
      continue %11, %12, %10 : tile<64xi32>, tile<64xi32>, tile<64xi32>
    }
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %4 = store_view_tko weak %for#2, %pview[%blockId_x] token = %0 : tile<64xi32>, partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
