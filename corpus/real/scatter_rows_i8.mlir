// tilefuzz.launch kernel=@scatter_rows_i8 grid=4,1,1 seed=121
// tilefuzz.buffer x : i8[256] = uniform(-9, 9)
// tilefuzz.buffer ids : i32[32] = permutation()
// tilefuzz.buffer out : i8[256] = fill(0)
// tilefuzz.args &x 32 8 8 1 &ids 32 1 &out 32 8 8 1
cuda_tile.module @kernels {
  entry @scatter_rows_i8(%arg0: tile<ptr<i8>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<ptr<i8>>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i8>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg8 : tile<ptr<i8>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<8x8xi64>
    %assume_3 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_3, %assume_4], strides = [%assume_5, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %assume_6 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_7 = make_tensor_view %assume_0, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_8 = assume bounded<0, ?>, %arg9 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg10 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg11 : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview_7 : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    %reshape = reshape %tile : tile<8xi32> -> tile<8x1xi32>
    %1 = iota : tile<8xi32>
    %reshape_11 = reshape %1 : tile<8xi32> -> tile<1x8xi32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview_12 = make_partition_view %tview : partition_view<tile=(8x8), tensor_view<?x?xi8, strides=[?,1]>>
    %tile_13, %result_token_14 = load_view_tko weak %pview_12[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(8x8), tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<8x8xi8>, token
    %2 = exti %reshape signed : tile<8x1xi32> -> tile<8x1xi64>
    %bcast = broadcast %2 : tile<8x1xi64> -> tile<8x8xi64>
    %3 = exti %assume_8 signed : tile<i32> -> tile<i64>
    %reshape_15 = reshape %3 : tile<i64> -> tile<1x1xi64>
    %bcast_16 = broadcast %reshape_15 : tile<1x1xi64> -> tile<8x8xi64>
    %4 = cmpi less_than %bcast, %bcast_16, unsigned : tile<8x8xi64> -> tile<8x8xi1>
    %5 = exti %assume_10 signed : tile<i32> -> tile<i64>
    %reshape_17 = reshape %5 : tile<i64> -> tile<1x1xi64>
    %bcast_18 = broadcast %reshape_17 : tile<1x1xi64> -> tile<8x8xi64>
    %6 = muli %bcast, %bcast_18  : tile<8x8xi64>
    %7 = exti %reshape_11 signed : tile<1x8xi32> -> tile<1x8xi64>
    %bcast_19 = broadcast %7 : tile<1x8xi64> -> tile<8x8xi64>
    %8 = exti %assume_9 signed : tile<i32> -> tile<i64>
    %reshape_20 = reshape %8 : tile<i64> -> tile<1x1xi64>
    %bcast_21 = broadcast %reshape_20 : tile<1x1xi64> -> tile<8x8xi64>
    %9 = cmpi less_than %bcast_19, %bcast_21, unsigned : tile<8x8xi64> -> tile<8x8xi1>
    %10 = andi %4, %9 : tile<8x8xi1>
    %11 = muli %bcast_19, %cst_1_i64  : tile<8x8xi64>
    %12 = addi %6, %11  : tile<8x8xi64>
    %reshape_22 = reshape %assume_1 : tile<ptr<i8>> -> tile<1x1xptr<i8>>
    %bcast_23 = broadcast %reshape_22 : tile<1x1xptr<i8>> -> tile<8x8xptr<i8>>
    %13 = offset %bcast_23, %12 : tile<8x8xptr<i8>>, tile<8x8xi64> -> tile<8x8xptr<i8>>
    %14 = store_ptr_tko weak %13, %tile_13, %10 token=%0 : tile<8x8xptr<i8>>, tile<8x8xi8>, tile<8x8xi1> -> token
    return
  }
}
