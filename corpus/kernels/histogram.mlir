// Counts the values 0 to 15; others are left out.
// tilefuzz.launch kernel=@histogram grid=4,1,1 seed=5
// tilefuzz.buffer data : i32[512] = uniform(-4, 20)
// tilefuzz.buffer bins : i32[16] = fill(0)
// tilefuzz.args &data 512 1 &bins 16 1
cuda_tile.module @kernels {
  entry @histogram(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<sm_100 = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<128xi64>
    %cst_1_i32_1 = constant <i32: 1> : tile<128xi32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %1 = exti %tile signed : tile<128xi32> -> tile<128xi64>
    %2 = exti %assume_3 signed : tile<i32> -> tile<i64>
    %reshape = reshape %2 : tile<i64> -> tile<1xi64>
    %bcast = broadcast %reshape : tile<1xi64> -> tile<128xi64>
    %3 = cmpi less_than %1, %bcast, unsigned : tile<128xi64> -> tile<128xi1>
    %4 = muli %1, %cst_1_i64 : tile<128xi64>
    %reshape_4 = reshape %assume_0 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_5 = broadcast %reshape_4 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %5 = offset %bcast_5, %4 : tile<128xptr<i32>>, tile<128xi64> -> tile<128xptr<i32>>
    %result, %result_token_6 = atomic_rmw_tko relaxed device %5, add, %cst_1_i32_1, %3 token=%0 : tile<128xptr<i32>>, tile<128xi32>, tile<128xi1> -> tile<128xi32>, token
    return
  }
}
