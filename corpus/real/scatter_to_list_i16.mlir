// tilefuzz.launch kernel=@scatter_to_list_i16 grid=3,1,1 seed=213
// tilefuzz.buffer x : i16[48] = uniform(-9, 9)
// tilefuzz.buffer y0 : i16[16] = fill(0)
// tilefuzz.buffer y1 : i16[9] = fill(0)
// tilefuzz.buffer y2 : i16[20] = fill(0)
// tilefuzz.buffer y : i64[9] = list(&y0, 16, 1, &y1, 9, 1, &y2, 20, 1)
// tilefuzz.args &x 48 1 &y 3
cuda_tile.module @kernels {
  entry @scatter_to_list_i16(%arg0: tile<ptr<i16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i64>>, %arg4: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i16>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_0 = constant <i32: 1> : tile<i32>
    %assume_1 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_1], strides = [1] : tile<i32> -> tensor_view<?xi16, strides=[1]>
    %tview_2 = make_tensor_view %arg3, shape = [%arg4, 3], strides = [3, 1] : tile<i32> -> tensor_view<?x3xi64, strides=[3,1]>
    %pview = make_partition_view %tview_2 : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
    %cst_0_i32_3 = constant <i32: 0> : tile<i32>
    %1 = extract %tile[%cst_0_i32, %cst_0_i32_3] : tile<1x4xi64> -> tile<1x1xi64>
    %reshape = reshape %1 : tile<1x1xi64> -> tile<i64>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %2 = extract %tile[%cst_0_i32, %cst_1_i32_4] : tile<1x4xi64> -> tile<1x1xi64>
    %reshape_5 = reshape %2 : tile<1x1xi64> -> tile<i64>
    %cst_2_i32 = constant <i32: 2> : tile<i32>
    %3 = extract %tile[%cst_0_i32, %cst_2_i32] : tile<1x4xi64> -> tile<1x1xi64>
    %reshape_6 = reshape %3 : tile<1x1xi64> -> tile<i64>
    %4 = trunci %reshape_5  : tile<i64> -> tile<i32>
    %5 = trunci %reshape_6  : tile<i64> -> tile<i32>
    %6 = int_to_ptr %reshape : tile<i64> -> tile<ptr<i16>>
    %assume_7 = assume div_by<16>, %6 : tile<ptr<i16>>
    %assume_8 = assume bounded<0, ?>, %4 : tile<i32>
    %tview_9 = make_tensor_view %assume_7, shape = [%assume_8], strides = [1] : tile<i32> -> tensor_view<?xi16, strides=[1]>
    %cst_0_i32_10 = constant <i32: 0> : tile<i32>
    %pview_11 = make_partition_view %tview : partition_view<tile=(16), tensor_view<?xi16, strides=[1]>>
    %tile_12, %result_token_13 = load_view_tko weak %pview_11[%blockId_x] token = %0 : partition_view<tile=(16), tensor_view<?xi16, strides=[1]>>, tile<i32> -> tile<16xi16>, token
    %pview_14 = make_partition_view %tview_9 : partition_view<tile=(16), tensor_view<?xi16, strides=[1]>>
    %7 = store_view_tko weak %tile_12, %pview_14[%cst_0_i32_10] token = %0 : tile<16xi16>, partition_view<tile=(16), tensor_view<?xi16, strides=[1]>>, tile<i32> -> token
    return
  }
}
