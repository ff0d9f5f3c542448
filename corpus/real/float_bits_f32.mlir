// tilefuzz.launch kernel=@float_bits_f32 grid=2,1,1 seed=184
// tilefuzz.buffer x : f32[64] = bits()
// tilefuzz.buffer exponent : i32[64] = fill(0)
// tilefuzz.buffer back : f32[64] = fill(0)
// tilefuzz.args &x 64 1 &exponent 64 1 &back 64 1
cuda_tile.module @kernels {
  entry @float_bits_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_23_i32 = constant <i32: 23> : tile<32xi32>
    %cst_255_i32 = constant <i32: 255> : tile<32xi32>
    %cst_127_i32 = constant <i32: 127> : tile<32xi32>
    %cst_-2147483648_i32 = constant <i32: -2147483648> : tile<32xi32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_5 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_6 = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_8 = make_tensor_view %assume_1, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<32xf32>, token
    %1 = bitcast %tile : tile<32xf32> -> tile<32xi32>
    %2 = shri %1, %cst_23_i32 unsigned : tile<32xi32>
    %3 = andi %2, %cst_255_i32 : tile<32xi32>
    %4 = subi %3, %cst_127_i32  : tile<32xi32>
    %pview_9 = make_partition_view %tview_6 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %5 = store_view_tko weak %4, %pview_9[%blockId_x] token = %0 : tile<32xi32>, partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %6 = xori %1, %cst_-2147483648_i32 : tile<32xi32>
    %7 = bitcast %6 : tile<32xi32> -> tile<32xf32>
    %pview_10 = make_partition_view %tview_8 : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %8 = store_view_tko weak %7, %pview_10[%blockId_x] token = %0 : tile<32xf32>, partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
