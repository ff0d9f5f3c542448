// tilefuzz.launch kernel=@unpack_nibbles_i8 grid=3,1,1 seed=46
// tilefuzz.buffer x : i8[96] = bits()
// tilefuzz.buffer scale : f32[3] = uniform(0.5, 2)
// tilefuzz.buffer out : f32[192] = fill(0)
// tilefuzz.args &x 96 1 &scale 3 1 &out 192 1
cuda_tile.module @kernels {
  entry @unpack_nibbles_i8(%arg0: tile<ptr<i8>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i8>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_15_i32 = constant <i32: 15> : tile<32xi32>
    %cst_8_i32 = constant <i32: 8> : tile<32xi32>
    %cst_8_i32_4 = constant <i32: 8> : tile<32xi32>
    %cst_4_i32 = constant <i32: 4> : tile<32xi32>
    %assume_5 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
    %assume_6 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_7 = make_tensor_view %assume_0, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_8 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_9 = make_tensor_view %assume_1, shape = [%assume_8], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi8, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<32xi8>, token
    %1 = exti %tile signed : tile<32xi8> -> tile<32xi32>
    %2 = andi %1, %cst_15_i32 : tile<32xi32>
    %3 = xori %2, %cst_8_i32 : tile<32xi32>
    %4 = subi %3, %cst_8_i32_4  : tile<32xi32>
    %5 = shri %1, %cst_4_i32 signed : tile<32xi32>
    %reshape = reshape %4 : tile<32xi32> -> tile<32x1xi32>
    %reshape_10 = reshape %5 : tile<32xi32> -> tile<32x1xi32>
    %6 = cat %reshape, %reshape_10 dim = 1 : tile<32x1xi32>, tile<32x1xi32> -> tile<32x2xi32>
    %pview_11 = make_partition_view %tview_7 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
    %tile_12, %result_token_13 = load_view_tko weak %pview_11[%blockId_x] token = %0 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %reshape_14 = reshape %6 : tile<32x2xi32> -> tile<64xi32>
    %7 = itof %reshape_14 signed  : tile<64xi32> -> tile<64xf32>
    %bcast = broadcast %tile_12 : tile<1xf32> -> tile<64xf32>
    %8 = mulf %7, %bcast  : tile<64xf32>
    %pview_15 = make_partition_view %tview_9 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %9 = store_view_tko weak %8, %pview_15[%blockId_x] token = %0 : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
