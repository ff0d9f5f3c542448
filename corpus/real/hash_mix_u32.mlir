// tilefuzz.launch kernel=@hash_mix_u32 grid=4,1,1 seed=18
// tilefuzz.buffer x : i32[500] = bits()
// tilefuzz.buffer out : i32[500] = fill(0)
// tilefuzz.args &x 500 1 &out 500 1
cuda_tile.module @kernels {
  entry @hash_mix_u32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %cst_16_i32 = constant <i32: 16> : tile<128xi32>
    %cst_73244475_i32 = constant <i32: 73244475> : tile<128xi32>
    %cst_16_i32_2 = constant <i32: 16> : tile<128xi32>
    %cst_73244475_i32_3 = constant <i32: 73244475> : tile<128xi32>
    %cst_16_i32_4 = constant <i32: 16> : tile<128xi32>
    %assume_5 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_6 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_7 = make_tensor_view %assume_0, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %1 = shri %tile, %cst_16_i32 unsigned : tile<128xi32>
    %2 = xori %tile, %1 : tile<128xi32>
    %3 = muli %2, %cst_73244475_i32  : tile<128xi32>
    %4 = shri %3, %cst_16_i32_2 unsigned : tile<128xi32>
    %5 = xori %3, %4 : tile<128xi32>
    %6 = muli %5, %cst_73244475_i32_3  : tile<128xi32>
    %7 = shri %6, %cst_16_i32_4 unsigned : tile<128xi32>
    %8 = xori %6, %7 : tile<128xi32>
    %pview_8 = make_partition_view %tview_7 : partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>
    %9 = store_view_tko weak %8, %pview_8[%blockId_x] token = %0 : tile<128xi32>, partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
