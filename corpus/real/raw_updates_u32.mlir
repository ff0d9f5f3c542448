// tilefuzz.launch kernel=@raw_updates_u32 grid=3,1,1 seed=169
// tilefuzz.buffer x : i32[96] = bits()
// tilefuzz.buffer at : i32[96] = uniform(0, 10)
// tilefuzz.buffer sums : i32[11] = fill(0)
// tilefuzz.buffer least : i32[11] = fill(0)
// tilefuzz.buffer most : i32[11] = fill(0)
// tilefuzz.buffer every : i32[11] = fill(-1)
// tilefuzz.buffer some : i32[11] = fill(0)
// tilefuzz.buffer odd : i32[11] = fill(0)
// tilefuzz.buffer last : i32[96] = fill(0)
// tilefuzz.args &x 96 1 &at 96 1 &sums 11 1 &least 11 1 &most 11 1 &every 11 1 &some 11 1 &odd 11 1 &last 96 1
cuda_tile.module @kernels {
  entry @raw_updates_u32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<i32>>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<ptr<i32>>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<ptr<i32>>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<ptr<i32>>, %arg19: tile<i32>, %arg20: tile<i32>, %arg21: tile<ptr<i32>>, %arg22: tile<i32>, %arg23: tile<i32>, %arg24: tile<ptr<i32>>, %arg25: tile<i32>, %arg26: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i32>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<i32>>
    %assume_3 = assume div_by<16>, %arg12 : tile<ptr<i32>>
    %assume_4 = assume div_by<16>, %arg15 : tile<ptr<i32>>
    %assume_5 = assume div_by<16>, %arg18 : tile<ptr<i32>>
    %assume_6 = assume div_by<16>, %arg21 : tile<ptr<i32>>
    %assume_7 = assume div_by<16>, %arg24 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_8 = constant <i32: 1> : tile<i32>
    %cst_1_i32_9 = constant <i32: 1> : tile<32xi32>
    %cst_0_i32 = constant <i32: 0> : tile<32xi32>
    %assume_10 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_10], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_11 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_12 = make_tensor_view %assume_0, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %cst_32_i32 = constant <i32: 32> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview_12 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %1 = join_tokens %0, %result_token : token
    %pview_13 = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %tile_14, %result_token_15 = load_view_tko weak %pview_13[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %2 = join_tokens %0, %result_token_15 : token
    %3 = andi %tile_14, %cst_1_i32_9 : tile<32xi32>
    %4 = cmpi equal %3, %cst_0_i32, unsigned : tile<32xi32> -> tile<32xi1>
    %5 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape = reshape %assume_1 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast = broadcast %reshape : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %6 = offset %bcast, %5 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %7 = join_tokens %0, %1, %2 : token
    %result, %result_token_16 = atomic_rmw_tko acq_rel device %6, add, %tile_14, %4 token=%7 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %8 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape_17 = reshape %assume_2 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_18 = broadcast %reshape_17 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %9 = offset %bcast_18, %8 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %10 = join_tokens %0, %result_token_16 : token
    %result_19, %result_token_20 = atomic_rmw_tko relaxed device %9, umin, %tile_14 token=%10 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %11 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape_21 = reshape %assume_3 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_22 = broadcast %reshape_21 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %12 = offset %bcast_22, %11 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %13 = join_tokens %0, %1, %2, %result_token_16, %result_token_20 : token
    %result_23, %result_token_24 = atomic_rmw_tko release device %12, umax, %tile_14 token=%13 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %14 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape_25 = reshape %assume_4 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_26 = broadcast %reshape_25 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %15 = offset %bcast_26, %14 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %16 = join_tokens %0, %result_token_16 : token
    %result_27, %result_token_28 = atomic_rmw_tko acquire device %15, and, %tile_14 token=%16 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %17 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape_29 = reshape %assume_5 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_30 = broadcast %reshape_29 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %18 = offset %bcast_30, %17 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %19 = join_tokens %0, %1, %2, %result_token_16, %result_token_28, %result_token_20, %result_token_24 : token
    %result_31, %result_token_32 = atomic_rmw_tko acq_rel sys %18, or, %tile_14 token=%19 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %20 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %reshape_33 = reshape %assume_6 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_34 = broadcast %reshape_33 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %21 = offset %bcast_34, %20 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %22 = join_tokens %0, %1, %2, %result_token_16, %result_token_32, %result_token_20, %result_token_24, %result_token_28 : token
    %result_35, %result_token_36 = atomic_rmw_tko acq_rel device %21, xor, %tile_14 token=%22 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %23 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %24 = iota : tile<32xi32>
    %reshape_37 = reshape %23 : tile<i32> -> tile<1xi32>
    %bcast_38 = broadcast %reshape_37 : tile<1xi32> -> tile<32xi32>
    %25 = addi %bcast_38, %24  : tile<32xi32>
    %26 = exti %25 signed : tile<32xi32> -> tile<32xi64>
    %reshape_39 = reshape %assume_7 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_40 = broadcast %reshape_39 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %27 = offset %bcast_40, %26 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
    %28 = join_tokens %0, %1, %2, %result_token_16, %result_token_36, %result_token_20, %result_token_24, %result_token_28, %result_token_32 : token
    %result_41, %result_token_42 = atomic_rmw_tko acq_rel device %27, xchg, %tile_14 token=%28 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    return
  }
}
