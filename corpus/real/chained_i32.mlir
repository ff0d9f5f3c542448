// tilefuzz.launch kernel=@chained_i32 grid=3,1,1 seed=202
// tilefuzz.buffer x : i32[96] = uniform(-9, 9)
// tilefuzz.buffer out : i32[96] = fill(0)
// tilefuzz.args &x 96 1 &out 96 1
cuda_tile.module @kernels {
  entry @chained_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %cst_-100_i32 = constant <i32: -100> : tile<32xi32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_4 = make_tensor_view %assume_0, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %1 = gdc_wait_tko token = %0 -> token
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %2 = join_tokens %0, %1 : token
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %2 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %3 = join_tokens %0, %result_token : token
    %4 = join_tokens %1, %3 : token
    %5 = gdc_launch_dependents_tko token = %4 -> token
    %6 = cmpi greater_than %tile, %cst_-100_i32, signed : tile<32xi32> -> tile<32xi1>
    assert %6, "" : tile<32xi1>
    %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32>
    %reshape = reshape %gridSize_x : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<32xi32>
    %7 = muli %tile, %bcast  : tile<32xi32>
    %pview_5 = make_partition_view %tview_4 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %8 = join_tokens %0, %5, %1 : token
    %9 = store_view_tko weak %7, %pview_5[%blockId_x] token = %8 : tile<32xi32>, partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
