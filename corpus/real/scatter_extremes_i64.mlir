// tilefuzz.launch kernel=@scatter_extremes_i64 grid=4,1,1 seed=125
// tilefuzz.buffer x : i64[128] = bits()
// tilefuzz.buffer ids : i32[128] = uniform(0, 7)
// tilefuzz.buffer high : i64[8] = fill(0)
// tilefuzz.buffer low : i64[8] = fill(0)
// tilefuzz.args &x 128 1 &ids 128 1 &high 8 1 &low 8 1
cuda_tile.module @kernels {
  entry @scatter_extremes_i64(%arg0: tile<ptr<i64>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i64>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<i64>>, %arg10: tile<i32>, %arg11: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i64>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i64>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<i64>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<32xi64>
    %cst_1_i64_4 = constant <i64: 1> : tile<32xi64>
    %assume_5 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi64, strides=[1]>
    %assume_6 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_7 = make_tensor_view %assume_0, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_8 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg10 : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview_7 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %1 = join_tokens %0, %result_token : token
    %pview_10 = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi64, strides=[1]>>
    %tile_11, %result_token_12 = load_view_tko weak %pview_10[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi64, strides=[1]>>, tile<i32> -> tile<32xi64>, token
    %2 = join_tokens %0, %result_token_12 : token
    %3 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %4 = exti %assume_8 signed : tile<i32> -> tile<i64>
    %reshape = reshape %4 : tile<i64> -> tile<1xi64>
    %bcast = broadcast %reshape : tile<1xi64> -> tile<32xi64>
    %5 = cmpi less_than %3, %bcast, unsigned : tile<32xi64> -> tile<32xi1>
    %6 = muli %3, %cst_1_i64  : tile<32xi64>
    %reshape_13 = reshape %assume_1 : tile<ptr<i64>> -> tile<1xptr<i64>>
    %bcast_14 = broadcast %reshape_13 : tile<1xptr<i64>> -> tile<32xptr<i64>>
    %7 = offset %bcast_14, %6 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xptr<i64>>
    %8 = join_tokens %0, %1, %2 : token
    %result, %result_token_15 = atomic_rmw_tko acq_rel device %7, max, %tile_11, %5 token=%8 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %9 = exti %tile signed : tile<32xi32> -> tile<32xi64>
    %10 = exti %assume_9 signed : tile<i32> -> tile<i64>
    %reshape_16 = reshape %10 : tile<i64> -> tile<1xi64>
    %bcast_17 = broadcast %reshape_16 : tile<1xi64> -> tile<32xi64>
    %11 = cmpi less_than %9, %bcast_17, unsigned : tile<32xi64> -> tile<32xi1>
    %12 = muli %9, %cst_1_i64_4  : tile<32xi64>
    %reshape_18 = reshape %assume_2 : tile<ptr<i64>> -> tile<1xptr<i64>>
    %bcast_19 = broadcast %reshape_18 : tile<1xptr<i64>> -> tile<32xptr<i64>>
    %13 = offset %bcast_19, %12 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xptr<i64>>
    %14 = join_tokens %0, %1, %2, %result_token_15 : token
    %result_20, %result_token_21 = atomic_rmw_tko acq_rel device %13, min, %tile_11, %11 token=%14 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    return
  }
}
