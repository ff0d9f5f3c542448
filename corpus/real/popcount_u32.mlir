// tilefuzz.launch kernel=@popcount_u32 grid=2,1,1 seed=19
// tilefuzz.buffer x : i32[256] = bits()
// tilefuzz.buffer out : i32[256] = fill(0)
// tilefuzz.args &x 256 1 &out 256 1
cuda_tile.module @kernels {
  entry @popcount_u32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<128xi32>
    %cst_1431655765_i32 = constant <i32: 1431655765> : tile<128xi32>
    %cst_858993459_i32 = constant <i32: 858993459> : tile<128xi32>
    %cst_2_i32 = constant <i32: 2> : tile<128xi32>
    %cst_858993459_i32_3 = constant <i32: 858993459> : tile<128xi32>
    %cst_4_i32 = constant <i32: 4> : tile<128xi32>
    %cst_252645135_i32 = constant <i32: 252645135> : tile<128xi32>
    %cst_16843009_i32 = constant <i32: 16843009> : tile<128xi32>
    %cst_24_i32 = constant <i32: 24> : tile<128xi32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_5 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_6 = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %1 = shri %tile, %cst_1_i32_2 unsigned : tile<128xi32>
    %2 = andi %1, %cst_1431655765_i32 : tile<128xi32>
    %3 = subi %tile, %2  : tile<128xi32>
    %4 = andi %3, %cst_858993459_i32 : tile<128xi32>
    %5 = shri %3, %cst_2_i32 unsigned : tile<128xi32>
    %6 = andi %5, %cst_858993459_i32_3 : tile<128xi32>
    %7 = addi %4, %6  : tile<128xi32>
    %8 = shri %7, %cst_4_i32 unsigned : tile<128xi32>
    %9 = addi %7, %8  : tile<128xi32>
    %10 = andi %9, %cst_252645135_i32 : tile<128xi32>
    %11 = muli %10, %cst_16843009_i32  : tile<128xi32>
    %12 = shri %11, %cst_24_i32 unsigned : tile<128xi32>
    %pview_7 = make_partition_view %tview_6 : partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>
    %13 = store_view_tko weak %12, %pview_7[%blockId_x] token = %0 : tile<128xi32>, partition_view<tile=(128), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
