// tilefuzz.launch kernel=@bytes_u8_i64 grid=2,1,1 seed=182
// tilefuzz.buffer x : i8[64] = bits()
// tilefuzz.buffer out : i8[64] = fill(0)
// tilefuzz.buffer back : i64[8] = fill(0)
// tilefuzz.args &x 64 1 &out 64 1 &back 8 1
cuda_tile.module @kernels {
  entry @bytes_u8_i64(%arg0: tile<ptr<i8>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i8>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i64>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i8>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i8>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i64>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
    %assume_5 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_6 = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_8 = make_tensor_view %assume_1, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xi64, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi8, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<32xi8>, token
    %pview_9 = make_partition_view %tview_6 : partition_view<tile=(32), tensor_view<?xi8, strides=[1]>>
    %1 = store_view_tko weak %tile, %pview_9[%blockId_x] token = %0 : tile<32xi8>, partition_view<tile=(32), tensor_view<?xi8, strides=[1]>>, tile<i32> -> token
    %2 = unpack %tile : tile<32xi8> -> tile<4xi64>
    %pview_10 = make_partition_view %tview_8 : partition_view<tile=(4), tensor_view<?xi64, strides=[1]>>
    %3 = store_view_tko weak %2, %pview_10[%blockId_x] token = %0 : tile<4xi64>, partition_view<tile=(4), tensor_view<?xi64, strides=[1]>>, tile<i32> -> token
    return
  }
}
