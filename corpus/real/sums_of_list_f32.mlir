// tilefuzz.launch kernel=@sums_of_list_f32 grid=4,1,1 seed=212
// tilefuzz.buffer x0 : f32[64] = uniform(-9, 9)
// tilefuzz.buffer x1 : f32[55] = uniform(-9, 9)
// tilefuzz.buffer x2 : f32[49] = uniform(-9, 9)
// tilefuzz.buffer out : f32[64] = fill(0)
// tilefuzz.buffer x : i64[9] = list(&x0, 64, 1, &x1, 55, 1, &x2, 49, 1)
// tilefuzz.args &x 3 &out 64 1
cuda_tile.module @kernels {
  entry @sums_of_list_f32(%arg0: tile<ptr<i64>>, %arg1: tile<i32>, %arg2: tile<ptr<f32>>, %arg3: tile<i32>, %arg4: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg2 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_0 = constant <i32: 1> : tile<i32>
    %tview = make_tensor_view %arg0, shape = [%arg1, 3], strides = [3, 1] : tile<i32> -> tensor_view<?x3xi64, strides=[3,1]>
    %pview = make_partition_view %tview : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>
    %assume_1 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview_2 = make_tensor_view %assume, shape = [%assume_1], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<16xf32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %for = for %loopIdx in (%cst_0_i32 to %arg1, step %cst_1_i32_3) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<16xf32>) {
      %cst_0_i32_5 = constant <i32: 0> : tile<i32>
      %tile, %result_token = load_view_tko weak %pview[%loopIdx, %cst_0_i32_5] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
      %cst_0_i32_6 = constant <i32: 0> : tile<i32>
      %2 = extract %tile[%cst_0_i32_5, %cst_0_i32_6] : tile<1x4xi64> -> tile<1x1xi64>
      %reshape = reshape %2 : tile<1x1xi64> -> tile<i64>
      %cst_1_i32_7 = constant <i32: 1> : tile<i32>
      %3 = extract %tile[%cst_0_i32_5, %cst_1_i32_7] : tile<1x4xi64> -> tile<1x1xi64>
      %reshape_8 = reshape %3 : tile<1x1xi64> -> tile<i64>
      %cst_2_i32 = constant <i32: 2> : tile<i32>
      %4 = extract %tile[%cst_0_i32_5, %cst_2_i32] : tile<1x4xi64> -> tile<1x1xi64>
      %reshape_9 = reshape %4 : tile<1x1xi64> -> tile<i64>
      %5 = trunci %reshape_8  : tile<i64> -> tile<i32>
      %6 = trunci %reshape_9  : tile<i64> -> tile<i32>
      %7 = int_to_ptr %reshape : tile<i64> -> tile<ptr<f32>>
      %assume_10 = assume div_by<16>, %7 : tile<ptr<f32>>
      %assume_11 = assume bounded<0, ?>, %5 : tile<i32>
      %tview_12 = make_tensor_view %assume_10, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
      %pview_13 = make_partition_view %tview_12 : partition_view<tile=(16), padding_value = zero, tensor_view<?xf32, strides=[1]>>
      %tile_14, %result_token_15 = load_view_tko weak %pview_13[%blockId_x] token = %0 : partition_view<tile=(16), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
      %8 = addf %iterArg0, %tile_14  : tile<16xf32>
      continue %8 : tile<16xf32>
    }
    %pview_4 = make_partition_view %tview_2 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
    %1 = store_view_tko weak %for, %pview_4[%blockId_x] token = %0 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
