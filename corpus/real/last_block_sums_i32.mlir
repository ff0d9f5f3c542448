// tilefuzz.launch kernel=@last_block_sums_i32 grid=4,1,1 seed=129
// tilefuzz.buffer x : i32[128] = uniform(-99, 99)
// tilefuzz.buffer parts : i32[4] = fill(0)
// tilefuzz.buffer ticket : i32[1] = fill(0)
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &x 128 1 &parts 4 1 &ticket 1 1 &out 1 1
cuda_tile.module @kernels {
  entry @last_block_sums_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<i32>>, %arg10: tile<i32>, %arg11: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i32>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<i64>
    %cst_1_i64_3 = constant <i64: 1> : tile<i64>
    %cst_1_i64_4 = constant <i64: 1> : tile<4xi64>
    %cst_0_i32 = constant <i32: 0> : tile<4xi32>
    %cst_1_i64_5 = constant <i64: 1> : tile<i64>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg4 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg10 : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %1 = join_tokens %0, %result_token : token
    %reduce = reduce %tile dim=0 identities=[0 : i32] : tile<32xi32> -> tile<i32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %14 = addi %reduce_lhs, %reduce_rhs  : tile<i32>
      yield %14 : tile<i32>
    }
    %2 = exti %blockId_x signed : tile<i32> -> tile<i64>
    %3 = exti %assume_7 signed : tile<i32> -> tile<i64>
    %4 = cmpi less_than %2, %3, unsigned : tile<i64> -> tile<i1>
    %5 = muli %2, %cst_1_i64  : tile<i64>
    %6 = offset %assume_0, %5 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %assume_10 = assume div_by<4>, %6 : tile<ptr<i32>>
    %7 = store_ptr_tko weak %assume_10, %reduce, %4 token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    %cst_1_i32_11 = constant <i32: 1> : tile<i32>
    %cst_0_i64 = constant <i64: 0> : tile<i64>
    %8 = exti %assume_8 signed : tile<i32> -> tile<i64>
    %9 = cmpi less_than %cst_0_i64, %8, unsigned : tile<i64> -> tile<i1>
    %10 = muli %cst_0_i64, %cst_1_i64_3  : tile<i64>
    %11 = offset %assume_1, %10 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %12 = join_tokens %0, %1, %7 : token
    %result, %result_token_12 = atomic_rmw_tko acq_rel device %11, add, %cst_1_i32_11, %9 token=%12 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %cst_3_i32 = constant <i32: 3> : tile<i32>
    %13 = cmpi equal %result, %cst_3_i32, signed : tile<i32> -> tile<i1>
    if %13 {
      %14 = iota : tile<4xi32>
      %15 = exti %14 signed : tile<4xi32> -> tile<4xi64>
      %16 = exti %assume_7 signed : tile<i32> -> tile<i64>
      %reshape = reshape %16 : tile<i64> -> tile<1xi64>
      %bcast = broadcast %reshape : tile<1xi64> -> tile<4xi64>
      %17 = cmpi less_than %15, %bcast, unsigned : tile<4xi64> -> tile<4xi1>
      %18 = muli %15, %cst_1_i64_4  : tile<4xi64>
      %reshape_13 = reshape %assume_0 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %bcast_14 = broadcast %reshape_13 : tile<1xptr<i32>> -> tile<4xptr<i32>>
      %19 = offset %bcast_14, %18 : tile<4xptr<i32>>, tile<4xi64> -> tile<4xptr<i32>>
      %20 = join_tokens %7, %result_token_12 : token
      %result_15, %result_token_16 = load_ptr_tko weak %19, %17, %cst_0_i32 token=%20 : tile<4xptr<i32>>, tile<4xi1>, tile<4xi32> -> tile<4xi32>, token
      %reduce_17 = reduce %result_15 dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
        %27 = addi %reduce_lhs, %reduce_rhs  : tile<i32>
        yield %27 : tile<i32>
      }
      %cst_0_i64_18 = constant <i64: 0> : tile<i64>
      %21 = exti %assume_9 signed : tile<i32> -> tile<i64>
      %22 = cmpi less_than %cst_0_i64_18, %21, unsigned : tile<i64> -> tile<i1>
      %23 = muli %cst_0_i64_18, %cst_1_i64_5  : tile<i64>
      %24 = offset %assume_2, %23 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
      %assume_19 = assume div_by<16>, %24 : tile<ptr<i32>>
      %25 = join_tokens %0, %result_token_12 : token
      %26 = store_ptr_tko weak %assume_19, %reduce_17, %22 token=%25 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    } else {
    }
    return
  }
}
