// tilefuzz.launch kernel=@raw_updates_i64 grid=3,1,1 seed=170
// tilefuzz.buffer x : i64[96] = bits()
// tilefuzz.buffer at : i32[96] = uniform(0, 10)
// tilefuzz.buffer sums : i64[11] = fill(0)
// tilefuzz.buffer least : i64[11] = fill(0)
// tilefuzz.buffer most : i64[11] = fill(0)
// tilefuzz.buffer every : i64[11] = fill(-1)
// tilefuzz.buffer some : i64[11] = fill(0)
// tilefuzz.buffer odd : i64[11] = fill(0)
// tilefuzz.buffer last : i64[96] = fill(0)
// tilefuzz.args &x 96 1 &at 96 1 &sums 11 1 &least 11 1 &most 11 1 &every 11 1 &some 11 1 &odd 11 1 &last 96 1
cuda_tile.module @kernels {
  entry @raw_updates_i64(%arg0: tile<ptr<i64>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i64>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<i64>>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<ptr<i64>>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<ptr<i64>>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<ptr<i64>>, %arg19: tile<i32>, %arg20: tile<i32>, %arg21: tile<ptr<i64>>, %arg22: tile<i32>, %arg23: tile<i32>, %arg24: tile<ptr<i64>>, %arg25: tile<i32>, %arg26: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i64>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i64>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<i64>>
    %assume_3 = assume div_by<16>, %arg12 : tile<ptr<i64>>
    %assume_4 = assume div_by<16>, %arg15 : tile<ptr<i64>>
    %assume_5 = assume div_by<16>, %arg18 : tile<ptr<i64>>
    %assume_6 = assume div_by<16>, %arg21 : tile<ptr<i64>>
    %assume_7 = assume div_by<16>, %arg24 : tile<ptr<i64>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_8 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<32xi64>
    %cst_0_i64 = constant <i64: 0> : tile<32xi64>
    %assume_9 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xi64, strides=[1]>
    %assume_10 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_11 = make_tensor_view %assume_0, shape = [%assume_10], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %cst_32_i32 = constant <i32: 32> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview_11 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %1 = join_tokens %0, %result_token : token
    %pview_12 = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi64, strides=[1]>>
    %tile_13, %result_token_14 = load_view_tko weak %pview_12[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi64, strides=[1]>>, tile<i32> -> tile<32xi64>, token
    %2 = join_tokens %0, %result_token_14 : token
    %3 = andi %tile_13, %cst_1_i64 : tile<32xi64>
    %4 = cmpi equal %3, %cst_0_i64, signed : tile<32xi64> -> tile<32xi1>
    %5 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape = reshape %assume_1 : tile<ptr<i64>> -> tile<1xptr<i64>>
    %bcast = broadcast %reshape : tile<1xptr<i64>> -> tile<32xptr<i64>>
    %6 = offset %bcast, %5 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xptr<i64>>
    %7 = join_tokens %0, %1, %2 : token
    %result, %result_token_15 = atomic_rmw_tko acq_rel device %6, add, %tile_13, %4 token=%7 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %8 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape_16 = reshape %assume_2 : tile<ptr<i64>> -> tile<1xptr<i64>>
    %bcast_17 = broadcast %reshape_16 : tile<1xptr<i64>> -> tile<32xptr<i64>>
    %9 = offset %bcast_17, %8 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xptr<i64>>
    %10 = join_tokens %0, %result_token_15 : token
    %result_18, %result_token_19 = atomic_rmw_tko relaxed device %9, min, %tile_13 token=%10 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %11 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape_20 = reshape %assume_3 : tile<ptr<i64>> -> tile<1xptr<i64>>
    %bcast_21 = broadcast %reshape_20 : tile<1xptr<i64>> -> tile<32xptr<i64>>
    %12 = offset %bcast_21, %11 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xptr<i64>>
    %13 = join_tokens %0, %1, %2, %result_token_15, %result_token_19 : token
    %result_22, %result_token_23 = atomic_rmw_tko release device %12, max, %tile_13 token=%13 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %14 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape_24 = reshape %assume_4 : tile<ptr<i64>> -> tile<1xptr<i64>>
    %bcast_25 = broadcast %reshape_24 : tile<1xptr<i64>> -> tile<32xptr<i64>>
    %15 = offset %bcast_25, %14 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xptr<i64>>
    %16 = join_tokens %0, %result_token_15 : token
    %result_26, %result_token_27 = atomic_rmw_tko acquire device %15, and, %tile_13 token=%16 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %17 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape_28 = reshape %assume_5 : tile<ptr<i64>> -> tile<1xptr<i64>>
    %bcast_29 = broadcast %reshape_28 : tile<1xptr<i64>> -> tile<32xptr<i64>>
    %18 = offset %bcast_29, %17 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xptr<i64>>
    %19 = join_tokens %0, %1, %2, %result_token_15, %result_token_27, %result_token_19, %result_token_23 : token
    %result_30, %result_token_31 = atomic_rmw_tko acq_rel sys %18, or, %tile_13 token=%19 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %20 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape_32 = reshape %assume_6 : tile<ptr<i64>> -> tile<1xptr<i64>>
    %bcast_33 = broadcast %reshape_32 : tile<1xptr<i64>> -> tile<32xptr<i64>>
    %21 = offset %bcast_33, %20 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xptr<i64>>
    %22 = join_tokens %0, %1, %2, %result_token_15, %result_token_31, %result_token_19, %result_token_23, %result_token_27 : token
    %result_34, %result_token_35 = atomic_rmw_tko acq_rel device %21, xor, %tile_13 token=%22 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %23 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %24 = iota : tile<32xi32>
    %reshape_36 = reshape %23 : tile<i32> -> tile<1xi32>
    %bcast_37 = broadcast %reshape_36 : tile<1xi32> -> tile<32xi32>
    %25 = addi %bcast_37, %24  : tile<32xi32>
    %26 = exti %25 signed : tile<32xi32> -> tile<32xi64>
    %reshape_38 = reshape %assume_7 : tile<ptr<i64>> -> tile<1xptr<i64>>
    %bcast_39 = broadcast %reshape_38 : tile<1xptr<i64>> -> tile<32xptr<i64>>
    %27 = offset %bcast_39, %26 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xptr<i64>>
    %28 = join_tokens %0, %1, %2, %result_token_15, %result_token_35, %result_token_19, %result_token_23, %result_token_27, %result_token_31 : token
    %result_40, %result_token_41 = atomic_rmw_tko acq_rel device %27, xchg, %tile_13 token=%28 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    return
  }
}
