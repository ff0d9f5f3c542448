// tilefuzz.launch kernel=@gemm_split_k_i8 grid=1,2,3 seed=102
// tilefuzz.buffer A : i8[1536] = bits()
// tilefuzz.buffer B : i8[3072] = bits()
// tilefuzz.buffer C : i32[512] = fill(0)
// tilefuzz.args &A 16 96 96 1 &B 96 32 32 1 &C 16 32 32 1
cuda_tile.module @kernels {
  entry @gemm_split_k_i8(%arg0: tile<ptr<i8>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i8>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<i32>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i8>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i8>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<16x16xi64>
    %assume_3 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_3, %assume_4], strides = [%assume_5, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %assume_6 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_9 = make_tensor_view %assume_0, shape = [%assume_6, %assume_7], strides = [%assume_8, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %assume_10 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_11 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg13 : tile<i32>
    %cst_16_i32 = constant <i32: 16> : tile<i32>
    %cst_16_i32_13 = constant <i32: 16> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_14, %blockId_y_15, %blockId_z_16 = get_tile_block_id : tile<i32>
    %blockId_x_17, %blockId_y_18, %blockId_z_19 = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(16x32), tensor_view<?x?xi8, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %blockId_z_19] token = %0 : partition_view<tile=(16x32), tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<16x32xi8>, token
    %1 = join_tokens %0, %result_token : token
    %pview_20 = make_partition_view %tview_9 : partition_view<tile=(32x16), tensor_view<?x?xi8, strides=[?,1]>>
    %tile_21, %result_token_22 = load_view_tko weak %pview_20[%blockId_z_19, %blockId_y_15] token = %0 : partition_view<tile=(32x16), tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<32x16xi8>, token
    %2 = join_tokens %0, %result_token_22 : token
    %cst_0_i32 = constant <i32: 0> : tile<16x16xi32>
    %3 = mmai %tile, %tile_21, %cst_0_i32 signed signed : tile<16x32xi8>, tile<32x16xi8>, tile<16x16xi32>
    %4 = muli %blockId_x, %cst_16_i32  : tile<i32>
    %5 = iota : tile<16xi32>
    %reshape = reshape %4 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<16xi32>
    %6 = addi %bcast, %5  : tile<16xi32>
    %reshape_23 = reshape %6 : tile<16xi32> -> tile<16x1xi32>
    %7 = muli %blockId_y_15, %cst_16_i32_13  : tile<i32>
    %8 = iota : tile<16xi32>
    %reshape_24 = reshape %7 : tile<i32> -> tile<1xi32>
    %bcast_25 = broadcast %reshape_24 : tile<1xi32> -> tile<16xi32>
    %9 = addi %bcast_25, %8  : tile<16xi32>
    %reshape_26 = reshape %9 : tile<16xi32> -> tile<1x16xi32>
    %10 = exti %reshape_23 signed : tile<16x1xi32> -> tile<16x1xi64>
    %bcast_27 = broadcast %10 : tile<16x1xi64> -> tile<16x16xi64>
    %11 = exti %assume_10 signed : tile<i32> -> tile<i64>
    %reshape_28 = reshape %11 : tile<i64> -> tile<1x1xi64>
    %bcast_29 = broadcast %reshape_28 : tile<1x1xi64> -> tile<16x16xi64>
    %12 = cmpi less_than %bcast_27, %bcast_29, unsigned : tile<16x16xi64> -> tile<16x16xi1>
    %13 = exti %assume_12 signed : tile<i32> -> tile<i64>
    %reshape_30 = reshape %13 : tile<i64> -> tile<1x1xi64>
    %bcast_31 = broadcast %reshape_30 : tile<1x1xi64> -> tile<16x16xi64>
    %14 = muli %bcast_27, %bcast_31  : tile<16x16xi64>
    %15 = exti %reshape_26 signed : tile<1x16xi32> -> tile<1x16xi64>
    %bcast_32 = broadcast %15 : tile<1x16xi64> -> tile<16x16xi64>
    %16 = exti %assume_11 signed : tile<i32> -> tile<i64>
    %reshape_33 = reshape %16 : tile<i64> -> tile<1x1xi64>
    %bcast_34 = broadcast %reshape_33 : tile<1x1xi64> -> tile<16x16xi64>
    %17 = cmpi less_than %bcast_32, %bcast_34, unsigned : tile<16x16xi64> -> tile<16x16xi1>
    %18 = andi %12, %17 : tile<16x16xi1>
    %19 = muli %bcast_32, %cst_1_i64  : tile<16x16xi64>
    %20 = addi %14, %19  : tile<16x16xi64>
    %reshape_35 = reshape %assume_1 : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %bcast_36 = broadcast %reshape_35 : tile<1x1xptr<i32>> -> tile<16x16xptr<i32>>
    %21 = offset %bcast_36, %20 : tile<16x16xptr<i32>>, tile<16x16xi64> -> tile<16x16xptr<i32>>
    %22 = join_tokens %0, %1, %2 : token
    %result, %result_token_37 = atomic_rmw_tko acq_rel device %21, add, %3, %18 token=%22 : tile<16x16xptr<i32>>, tile<16x16xi32>, tile<16x16xi1> -> tile<16x16xi32>, token
    return
  }
}
