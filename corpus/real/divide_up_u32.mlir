// tilefuzz.launch kernel=@divide_up_u32 grid=2,1,1 seed=22
// tilefuzz.buffer x : i32[128] = bits()
// tilefuzz.buffer y : i32[128] = list(3, 7, 1000, 65537, 4000000000)
// tilefuzz.buffer q : i32[128] = fill(0)
// tilefuzz.buffer r : i32[128] = fill(0)
// tilefuzz.args &x 128 1 &y 128 1 &q 128 1 &r 128 1
cuda_tile.module @kernels {
  entry @divide_up_u32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<i32>>, %arg10: tile<i32>, %arg11: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i32>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_8 = make_tensor_view %assume_0, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_9 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_10 = make_tensor_view %assume_1, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_11 = assume bounded<0, ?>, %arg10 : tile<i32>
    %tview_12 = make_tensor_view %assume_2, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %pview_13 = make_partition_view %tview_8 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %tile_14, %result_token_15 = load_view_tko weak %pview_13[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %1 = divi %tile, %tile_14 unsigned rounding<positive_inf> : tile<64xi32>
    %pview_16 = make_partition_view %tview_10 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %2 = store_view_tko weak %1, %pview_16[%blockId_x] token = %0 : tile<64xi32>, partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %3 = remi %tile, %tile_14 unsigned : tile<64xi32>
    %cst_0_i32 = constant <i32: 0> : tile<64xi32>
    %4 = cmpi less_than %3, %cst_0_i32, unsigned : tile<64xi32> -> tile<64xi1>
    %5 = cmpi less_than %tile_14, %cst_0_i32, unsigned : tile<64xi32> -> tile<64xi1>
    %6 = xori %4, %5 : tile<64xi1>
    %7 = cmpi not_equal %3, %cst_0_i32, unsigned : tile<64xi32> -> tile<64xi1>
    %8 = andi %6, %7 : tile<64xi1>
    %9 = addi %3, %tile_14  : tile<64xi32>
    %10 = select %8, %9, %3 : tile<64xi1>, tile<64xi32>
    %pview_17 = make_partition_view %tview_12 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %11 = store_view_tko weak %10, %pview_17[%blockId_x] token = %0 : tile<64xi32>, partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
