// tilefuzz.launch kernel=@raw_exchange_i32 grid=2,1,1 seed=171
// tilefuzz.buffer x : i32[64] = uniform(1, 5)
// tilefuzz.buffer seen : i32[64] = fill(0)
// tilefuzz.args &x 64 1 &seen 64 1
cuda_tile.module @kernels {
  entry @raw_exchange_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_50_i32 = constant <i32: 50> : tile<32xi32>
    %cst_3_i32 = constant <i32: 3> : tile<32xi32>
    %cst_32_i32 = constant <i32: 32> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %1 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %2 = iota : tile<32xi32>
    %reshape = reshape %1 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<32xi32>
    %3 = addi %bcast, %2  : tile<32xi32>
    %4 = cmpi less_than %3, %cst_50_i32, signed : tile<32xi32> -> tile<32xi1>
    %5 = exti %3 signed : tile<32xi32> -> tile<32xi64>
    %reshape_1 = reshape %assume : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_2 = broadcast %reshape_1 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %6 = offset %bcast_2, %5 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %result, %result_token = atomic_cas_tko acq_rel device %6, %cst_3_i32, %3, %4 token=%0 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %7 = exti %3 signed : tile<32xi32> -> tile<32xi64>
    %reshape_3 = reshape %assume_0 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_4 = broadcast %reshape_3 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %8 = offset %bcast_4, %7 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %9 = join_tokens %0, %result_token : token
    %10 = store_ptr_tko weak %8, %result token=%9 : tile<32xptr<i32>>, tile<32xi32> -> token
    return
  }
}
