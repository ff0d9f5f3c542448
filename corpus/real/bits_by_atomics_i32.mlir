// tilefuzz.launch kernel=@bits_by_atomics_i32 grid=4,1,1 seed=127
// tilefuzz.buffer x : i32[128] = bits()
// tilefuzz.buffer ids : i32[128] = uniform(0, 7)
// tilefuzz.buffer all_of : i32[8] = fill(-1)
// tilefuzz.buffer any_of : i32[8] = fill(0)
// tilefuzz.buffer odd_of : i32[8] = fill(0)
// tilefuzz.args &x 128 1 &ids 128 1 &all_of 8 1 &any_of 8 1 &odd_of 8 1
cuda_tile.module @kernels {
  entry @bits_by_atomics_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<i32>>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<ptr<i32>>, %arg13: tile<i32>, %arg14: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i32>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<i32>>
    %assume_3 = assume div_by<16>, %arg12 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<32xi64>
    %cst_1_i64_5 = constant <i64: 1> : tile<32xi64>
    %cst_1_i64_6 = constant <i64: 1> : tile<32xi64>
    %assume_7 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_8 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_9 = make_tensor_view %assume_0, shape = [%assume_8], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_10 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_11 = assume bounded<0, ?>, %arg10 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg13 : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview_9 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %1 = join_tokens %0, %result_token : token
    %pview_13 = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %tile_14, %result_token_15 = load_view_tko weak %pview_13[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %2 = join_tokens %0, %result_token_15 : token
    %3 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %4 = exti %assume_10 signed : tile<i32> -> tile<i64>
    %reshape = reshape %4 : tile<i64> -> tile<1xi64>
    %bcast = broadcast %reshape : tile<1xi64> -> tile<32xi64>
    %5 = cmpi less_than %3, %bcast, unsigned : tile<32xi64> -> tile<32xi1>
    %6 = muli %3, %cst_1_i64  : tile<32xi64>
    %reshape_16 = reshape %assume_1 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_17 = broadcast %reshape_16 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %7 = offset %bcast_17, %6 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %8 = join_tokens %0, %1, %2 : token
    %result, %result_token_18 = atomic_rmw_tko acq_rel device %7, and, %tile_14, %5 token=%8 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %9 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %10 = exti %assume_11 signed : tile<i32> -> tile<i64>
    %reshape_19 = reshape %10 : tile<i64> -> tile<1xi64>
    %bcast_20 = broadcast %reshape_19 : tile<1xi64> -> tile<32xi64>
    %11 = cmpi less_than %9, %bcast_20, unsigned : tile<32xi64> -> tile<32xi1>
    %12 = muli %9, %cst_1_i64_5  : tile<32xi64>
    %reshape_21 = reshape %assume_2 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_22 = broadcast %reshape_21 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %13 = offset %bcast_22, %12 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %14 = join_tokens %0, %1, %2, %result_token_18 : token
    %result_23, %result_token_24 = atomic_rmw_tko acq_rel device %13, or, %tile_14, %11 token=%14 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %15 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %16 = exti %assume_12 signed : tile<i32> -> tile<i64>
    %reshape_25 = reshape %16 : tile<i64> -> tile<1xi64>
    %bcast_26 = broadcast %reshape_25 : tile<1xi64> -> tile<32xi64>
    %17 = cmpi less_than %15, %bcast_26, unsigned : tile<32xi64> -> tile<32xi1>
    %18 = muli %15, %cst_1_i64_6  : tile<32xi64>
    %reshape_27 = reshape %assume_3 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_28 = broadcast %reshape_27 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %19 = offset %bcast_28, %18 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %20 = join_tokens %0, %1, %2, %result_token_18, %result_token_24 : token
    %result_29, %result_token_30 = atomic_rmw_tko acq_rel device %19, xor, %tile_14, %17 token=%20 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    return
  }
}
