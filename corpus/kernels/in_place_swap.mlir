// Halves of each 128 elements swapped, then 1 added to the first half.
// tilefuzz.launch kernel=@in_place_swap grid=4,1,1 seed=2
// tilefuzz.buffer x : f32[512] = iota(0, 1)
// tilefuzz.args &x 512 1
cuda_tile.module @kernels {
  entry @in_place_swap(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>) optimization_hints=<sm_100 = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %assume_0 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_0], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_2_i32 = constant <i32: 2> : tile<i32>
    %1 = muli %cst_2_i32, %blockId_x : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%1] token = %0 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %2 = join_tokens %0, %result_token : token
    %cst_2_i32_1 = constant <i32: 2> : tile<i32>
    %3 = muli %cst_2_i32_1, %blockId_x : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %4 = addi %3, %cst_1_i32_2 : tile<i32>
    %pview_3 = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile_4, %result_token_5 = load_view_tko weak %pview_3[%4] token = %0 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %5 = join_tokens %2, %result_token_5 : token
    %cst_2_i32_6 = constant <i32: 2> : tile<i32>
    %6 = muli %cst_2_i32_6, %blockId_x : tile<i32>
    %pview_7 = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %7 = store_view_tko weak %tile_4, %pview_7[%6] token = %5 : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %cst_2_i32_8 = constant <i32: 2> : tile<i32>
    %8 = muli %cst_2_i32_8, %blockId_x : tile<i32>
    %cst_1_i32_9 = constant <i32: 1> : tile<i32>
    %9 = addi %8, %cst_1_i32_9 : tile<i32>
    %pview_10 = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %10 = store_view_tko weak %tile, %pview_10[%9] token = %7 : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %cst_2_i32_11 = constant <i32: 2> : tile<i32>
    %11 = muli %cst_2_i32_11, %blockId_x : tile<i32>
    %pview_12 = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile_13, %result_token_14 = load_view_tko weak %pview_12[%11] token = %10 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %12 = join_tokens %10, %result_token_14 : token
    %cst_2_i32_15 = constant <i32: 2> : tile<i32>
    %13 = muli %cst_2_i32_15, %blockId_x : tile<i32>
    %cst_1_f32 = constant <f32: 1.000000e+00> : tile<f32>
    %reshape = reshape %cst_1_f32 : tile<f32> -> tile<1xf32>
    %bcast = broadcast %reshape : tile<1xf32> -> tile<64xf32>
    %14 = addf %tile_13, %bcast  : tile<64xf32>
    %pview_16 = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %15 = store_view_tko weak %14, %pview_16[%13] token = %12 : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
