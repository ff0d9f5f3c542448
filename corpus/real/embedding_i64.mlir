// tilefuzz.launch kernel=@embedding_i64 grid=3,1,1 seed=119
// tilefuzz.buffer table : i64[320] = uniform(-9, 9)
// tilefuzz.buffer ids : i32[24] = uniform(-2, 22)
// tilefuzz.buffer out : i64[384] = fill(0)
// tilefuzz.args &table 20 16 16 1 &ids 24 1 &out 24 16 16 1
cuda_tile.module @kernels {
  entry @embedding_i64(%arg0: tile<ptr<i64>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<ptr<i64>>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i64>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg8 : tile<ptr<i64>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<8x16xi64>
    %cst_0_i64 = constant <i64: 0> : tile<8x16xi64>
    %assume_3 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg3 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview = make_tensor_view %assume_0, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg9 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg10 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg11 : tile<i32>
    %tview_10 = make_tensor_view %assume_1, shape = [%assume_7, %assume_8], strides = [%assume_9, 1] : tile<i32> -> tensor_view<?x?xi64, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    %reshape = reshape %tile : tile<8xi32> -> tile<8x1xi32>
    %1 = iota : tile<16xi32>
    %reshape_11 = reshape %1 : tile<16xi32> -> tile<1x16xi32>
    %2 = exti %reshape signed : tile<8x1xi32> -> tile<8x1xi64>
    %bcast = broadcast %2 : tile<8x1xi64> -> tile<8x16xi64>
    %3 = exti %assume_3 signed : tile<i32> -> tile<i64>
    %reshape_12 = reshape %3 : tile<i64> -> tile<1x1xi64>
    %bcast_13 = broadcast %reshape_12 : tile<1x1xi64> -> tile<8x16xi64>
    %4 = cmpi less_than %bcast, %bcast_13, unsigned : tile<8x16xi64> -> tile<8x16xi1>
    %5 = exti %assume_5 signed : tile<i32> -> tile<i64>
    %reshape_14 = reshape %5 : tile<i64> -> tile<1x1xi64>
    %bcast_15 = broadcast %reshape_14 : tile<1x1xi64> -> tile<8x16xi64>
    %6 = muli %bcast, %bcast_15  : tile<8x16xi64>
    %7 = exti %reshape_11 signed : tile<1x16xi32> -> tile<1x16xi64>
    %bcast_16 = broadcast %7 : tile<1x16xi64> -> tile<8x16xi64>
    %8 = exti %assume_4 signed : tile<i32> -> tile<i64>
    %reshape_17 = reshape %8 : tile<i64> -> tile<1x1xi64>
    %bcast_18 = broadcast %reshape_17 : tile<1x1xi64> -> tile<8x16xi64>
    %9 = cmpi less_than %bcast_16, %bcast_18, unsigned : tile<8x16xi64> -> tile<8x16xi1>
    %10 = andi %4, %9 : tile<8x16xi1>
    %11 = muli %bcast_16, %cst_1_i64  : tile<8x16xi64>
    %12 = addi %6, %11  : tile<8x16xi64>
    %reshape_19 = reshape %assume : tile<ptr<i64>> -> tile<1x1xptr<i64>>
    %bcast_20 = broadcast %reshape_19 : tile<1x1xptr<i64>> -> tile<8x16xptr<i64>>
    %13 = offset %bcast_20, %12 : tile<8x16xptr<i64>>, tile<8x16xi64> -> tile<8x16xptr<i64>>
    %result, %result_token_21 = load_ptr_tko weak %13, %10, %cst_0_i64 token=%0 : tile<8x16xptr<i64>>, tile<8x16xi1>, tile<8x16xi64> -> tile<8x16xi64>, token
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview_22 = make_partition_view %tview_10 : partition_view<tile=(8x16), tensor_view<?x?xi64, strides=[?,1]>>
    %14 = store_view_tko weak %result, %pview_22[%blockId_x, %cst_0_i32] token = %0 : tile<8x16xi64>, partition_view<tile=(8x16), tensor_view<?x?xi64, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
