// tilefuzz.launch kernel=@clamp_i32 grid=4,1,1 seed=14
// tilefuzz.buffer x : i32[200] = uniform(-100, 100)
// tilefuzz.buffer out : i32[200] = fill(0)
// tilefuzz.args &x 200 1 &out 200 1 -17 42
cuda_tile.module @kernels {
  entry @clamp_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<i32>, %arg7: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_4 = make_tensor_view %assume_0, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %reshape = reshape %arg6 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<64xi32>
    %1 = maxi %tile, %bcast signed : tile<64xi32>
    %reshape_5 = reshape %arg7 : tile<i32> -> tile<1xi32>
    %bcast_6 = broadcast %reshape_5 : tile<1xi32> -> tile<64xi32>
    %2 = mini %1, %bcast_6 signed : tile<64xi32>
    %pview_7 = make_partition_view %tview_4 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %3 = store_view_tko weak %2, %pview_7[%blockId_x] token = %0 : tile<64xi32>, partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
