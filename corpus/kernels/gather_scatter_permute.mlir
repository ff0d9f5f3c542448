// dst[i] = 2 * src[idx[i]]; what lies outside of src reads as 0.
// tilefuzz.launch kernel=@gather_scatter_permute grid=4,1,1 seed=6
// tilefuzz.buffer src : f32[512] = uniform(-8, 8)
// tilefuzz.buffer idx : i32[512] = uniform(-3, 515)
// tilefuzz.buffer dst : f32[512] = fill(-1)
// tilefuzz.args &src 512 1 &idx 512 1 &dst 512 1
cuda_tile.module @kernels {
  entry @gather_scatter_permute(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<sm_100 = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<128xi64>
    %cst_1_i64_2 = constant <i64: 1> : tile<128xi64>
    %assume_3 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview = make_tensor_view %assume_0, shape = [%assume_4], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_5 = assume bounded<0, ?>, %arg7 : tile<i32>
    %cst_128_i32 = constant <i32: 128> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %1 = exti %tile signed : tile<128xi32> -> tile<128xi64>
    %2 = exti %assume_3 signed : tile<i32> -> tile<i64>
    %reshape = reshape %2 : tile<i64> -> tile<1xi64>
    %bcast = broadcast %reshape : tile<1xi64> -> tile<128xi64>
    %3 = cmpi less_than %1, %bcast, unsigned : tile<128xi64> -> tile<128xi1>
    %4 = muli %1, %cst_1_i64 : tile<128xi64>
    %reshape_6 = reshape %assume : tile<ptr<f32>> -> tile<1xptr<f32>>
    %bcast_7 = broadcast %reshape_6 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %5 = offset %bcast_7, %4 : tile<128xptr<f32>>, tile<128xi64> -> tile<128xptr<f32>>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<f32>
    %reshape_8 = reshape %cst_0_f32 : tile<f32> -> tile<1xf32>
    %bcast_9 = broadcast %reshape_8 : tile<1xf32> -> tile<128xf32>
    %result, %result_token_10 = load_ptr_tko weak %5, %3, %bcast_9 token=%0 : tile<128xptr<f32>>, tile<128xi1>, tile<128xf32> -> tile<128xf32>, token
    %6 = muli %blockId_x, %cst_128_i32 : tile<i32>
    %7 = iota : tile<128xi32>
    %reshape_11 = reshape %6 : tile<i32> -> tile<1xi32>
    %bcast_12 = broadcast %reshape_11 : tile<1xi32> -> tile<128xi32>
    %8 = addi %bcast_12, %7 : tile<128xi32>
    %cst_2_f32 = constant <f32: 2.000000e+00> : tile<f32>
    %reshape_13 = reshape %cst_2_f32 : tile<f32> -> tile<1xf32>
    %bcast_14 = broadcast %reshape_13 : tile<1xf32> -> tile<128xf32>
    %9 = mulf %result, %bcast_14  : tile<128xf32>
    %10 = exti %8 signed : tile<128xi32> -> tile<128xi64>
    %11 = exti %assume_5 signed : tile<i32> -> tile<i64>
    %reshape_15 = reshape %11 : tile<i64> -> tile<1xi64>
    %bcast_16 = broadcast %reshape_15 : tile<1xi64> -> tile<128xi64>
    %12 = cmpi less_than %10, %bcast_16, unsigned : tile<128xi64> -> tile<128xi1>
    %13 = muli %10, %cst_1_i64_2 : tile<128xi64>
    %reshape_17 = reshape %assume_1 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %bcast_18 = broadcast %reshape_17 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %14 = offset %bcast_18, %13 : tile<128xptr<f32>>, tile<128xi64> -> tile<128xptr<f32>>
    %15 = store_ptr_tko weak %14, %9, %12 token=%0 : tile<128xptr<f32>>, tile<128xf32>, tile<128xi1> -> token
    return
  }
}
