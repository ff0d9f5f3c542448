// tilefuzz.launch kernel=@total_by_atomics_i32 grid=5,1,1 seed=54
// tilefuzz.buffer x : i32[300] = list(1, 2, -3, 4, 8)
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &x 300 1 &out 1 1
cuda_tile.module @kernels {
  entry @total_by_atomics_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<i64>
    %assume_1 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_1], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_2 = assume bounded<0, ?>, %arg4 : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %1 = join_tokens %0, %result_token : token
    %reduce = reduce %tile dim=0 identities=[0 : i32] : tile<64xi32> -> tile<i32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %7 = addi %reduce_lhs, %reduce_rhs  : tile<i32>
      yield %7 : tile<i32>
    }
    %cst_0_i64 = constant <i64: 0> : tile<i64>
    %2 = exti %assume_2 signed : tile<i32> -> tile<i64>
    %3 = cmpi less_than %cst_0_i64, %2, unsigned : tile<i64> -> tile<i1>
    %4 = muli %cst_0_i64, %cst_1_i64  : tile<i64>
    %5 = offset %assume_0, %4 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %6 = join_tokens %0, %1 : token
    %result, %result_token_3 = atomic_rmw_tko acq_rel device %5, add, %reduce, %3 token=%6 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    return
  }
}
