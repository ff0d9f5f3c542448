// tilefuzz.launch kernel=@compact_i32 grid=1,1,1 seed=131
// tilefuzz.buffer x : i32[64] = uniform(-50, 50)
// tilefuzz.buffer out : i32[64] = fill(0)
// tilefuzz.buffer count : i32[1] = fill(0)
// tilefuzz.args &x 64 1 &out 64 1 &count 1 1
cuda_tile.module @kernels {
  entry @compact_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<64xi32>
    %cst_1_i32_2 = constant <i32: 1> : tile<64xi32>
    %cst_0_i32_3 = constant <i32: 0> : tile<64xi32>
    %cst_1_i64 = constant <i64: 1> : tile<i64>
    %cst_0_i32_4 = constant <i32: 0> : tile<64xi32>
    %cst_1_i64_5 = constant <i64: 1> : tile<64xi64>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg4 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg7 : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %1 = join_tokens %0, %result_token : token
    %2 = cmpi greater_than %tile, %cst_0_i32, signed : tile<64xi32> -> tile<64xi1>
    %3 = select %2, %cst_1_i32_2, %cst_0_i32_3 : tile<64xi1>, tile<64xi32>
    %4 = scan %3 dim=0 reverse=false identities=[0 : i32] : tile<64xi32> -> tile<64xi32> (%arg9: tile<i32>, %arg10: tile<i32>) {
      %21 = addi %arg9, %arg10  : tile<i32>
      yield %21 : tile<i32>
    }
    %5 = subi %4, %3  : tile<64xi32>
    %reduce = reduce %3 dim=0 identities=[0 : i32] : tile<64xi32> -> tile<i32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %21 = addi %reduce_lhs, %reduce_rhs  : tile<i32>
      yield %21 : tile<i32>
    }
    %cst_0_i64 = constant <i64: 0> : tile<i64>
    %6 = exti %assume_8 signed : tile<i32> -> tile<i64>
    %7 = cmpi less_than %cst_0_i64, %6, unsigned : tile<i64> -> tile<i1>
    %8 = muli %cst_0_i64, %cst_1_i64  : tile<i64>
    %9 = offset %assume_1, %8 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %10 = join_tokens %0, %1 : token
    %result, %result_token_9 = atomic_rmw_tko acq_rel device %9, add, %reduce, %7 token=%10 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %reshape = reshape %result : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<64xi32>
    %11 = addi %bcast, %5  : tile<64xi32>
    %12 = cmpi greater_than %tile, %cst_0_i32_4, signed : tile<64xi32> -> tile<64xi1>
    %13 = exti %11 signed : tile<64xi32> -> tile<64xi64>
    %14 = exti %assume_7 signed : tile<i32> -> tile<i64>
    %reshape_10 = reshape %14 : tile<i64> -> tile<1xi64>
    %bcast_11 = broadcast %reshape_10 : tile<1xi64> -> tile<64xi64>
    %15 = cmpi less_than %13, %bcast_11, unsigned : tile<64xi64> -> tile<64xi1>
    %16 = muli %13, %cst_1_i64_5  : tile<64xi64>
    %reshape_12 = reshape %assume_0 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_13 = broadcast %reshape_12 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %17 = offset %bcast_13, %16 : tile<64xptr<i32>>, tile<64xi64> -> tile<64xptr<i32>>
    %18 = andi %15, %12 : tile<64xi1>
    %19 = join_tokens %0, %result_token_9 : token
    %20 = store_ptr_tko weak %17, %tile, %18 token=%19 : tile<64xptr<i32>>, tile<64xi32>, tile<64xi1> -> token
    return
  }
}
