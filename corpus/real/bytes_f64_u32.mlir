// tilefuzz.launch kernel=@bytes_f64_u32 grid=2,1,1 seed=181
// tilefuzz.buffer x : f64[64] = uniform(-99, 99)
// tilefuzz.buffer out : i8[512] = fill(0)
// tilefuzz.buffer back : i32[128] = fill(0)
// tilefuzz.args &x 64 1 &out 512 1 &back 128 1
cuda_tile.module @kernels {
  entry @bytes_f64_u32(%arg0: tile<ptr<f64>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i8>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f64>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i8>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %assume_5 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_6 = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_8 = make_tensor_view %assume_1, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xf64, strides=[1]>>, tile<i32> -> tile<32xf64>, token
    %1 = pack %tile : tile<32xf64> -> tile<256xi8>
    %pview_9 = make_partition_view %tview_6 : partition_view<tile=(256), tensor_view<?xi8, strides=[1]>>
    %2 = store_view_tko weak %1, %pview_9[%blockId_x] token = %0 : tile<256xi8>, partition_view<tile=(256), tensor_view<?xi8, strides=[1]>>, tile<i32> -> token
    %3 = unpack %1 : tile<256xi8> -> tile<64xi32>
    %pview_10 = make_partition_view %tview_8 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %4 = store_view_tko weak %3, %pview_10[%blockId_x] token = %0 : tile<64xi32>, partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
