// tilefuzz.launch kernel=@histogram_one_hot_i32 grid=4,1,1 seed=123
// tilefuzz.buffer x : i32[256] = uniform(-3, 20)
// tilefuzz.buffer bins : i32[16] = fill(0)
// tilefuzz.args &x 256 1 &bins 16 1
cuda_tile.module @kernels {
  entry @histogram_one_hot_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<64x16xi32>
    %cst_0_i32 = constant <i32: 0> : tile<64x16xi32>
    %cst_1_i64 = constant <i64: 1> : tile<16xi64>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %1 = join_tokens %0, %result_token : token
    %reshape = reshape %tile : tile<64xi32> -> tile<64x1xi32>
    %2 = iota : tile<16xi32>
    %reshape_4 = reshape %2 : tile<16xi32> -> tile<1x16xi32>
    %bcast = broadcast %reshape : tile<64x1xi32> -> tile<64x16xi32>
    %bcast_5 = broadcast %reshape_4 : tile<1x16xi32> -> tile<64x16xi32>
    %3 = cmpi equal %bcast, %bcast_5, signed : tile<64x16xi32> -> tile<64x16xi1>
    %4 = iota : tile<16xi32>
    %5 = select %3, %cst_1_i32_1, %cst_0_i32 : tile<64x16xi1>, tile<64x16xi32>
    %reduce = reduce %5 dim=0 identities=[0 : i32] : tile<64x16xi32> -> tile<16xi32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %12 = addi %reduce_lhs, %reduce_rhs  : tile<i32>
      yield %12 : tile<i32>
    }
    %6 = exti %4 signed : tile<16xi32> -> tile<16xi64>
    %7 = exti %assume_3 signed : tile<i32> -> tile<i64>
    %reshape_6 = reshape %7 : tile<i64> -> tile<1xi64>
    %bcast_7 = broadcast %reshape_6 : tile<1xi64> -> tile<16xi64>
    %8 = cmpi less_than %6, %bcast_7, unsigned : tile<16xi64> -> tile<16xi1>
    %9 = muli %6, %cst_1_i64  : tile<16xi64>
    %reshape_8 = reshape %assume_0 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_9 = broadcast %reshape_8 : tile<1xptr<i32>> -> tile<16xptr<i32>>
    %10 = offset %bcast_9, %9 : tile<16xptr<i32>>, tile<16xi64> -> tile<16xptr<i32>>
    %11 = join_tokens %0, %1 : token
    %result, %result_token_10 = atomic_rmw_tko acq_rel device %10, add, %reduce, %8 token=%11 : tile<16xptr<i32>>, tile<16xi32>, tile<16xi1> -> tile<16xi32>, token
    return
  }
}
