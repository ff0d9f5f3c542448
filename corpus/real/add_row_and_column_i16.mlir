// tilefuzz.launch kernel=@add_row_and_column_i16 grid=2,3,1 seed=36
// tilefuzz.buffer a : i16[520] = uniform(-9, 9)
// tilefuzz.buffer row : i16[40] = uniform(-9, 9)
// tilefuzz.buffer column : i16[13] = uniform(-9, 9)
// tilefuzz.buffer out : i16[520] = fill(0)
// tilefuzz.args &a 13 40 40 1 &row 40 1 &column 13 1 &out 13 40 40 1
cuda_tile.module @kernels {
  entry @add_row_and_column_i16(%arg0: tile<ptr<i16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i16>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<ptr<i16>>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<ptr<i16>>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i16>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i16>>
    %assume_1 = assume div_by<16>, %arg8 : tile<ptr<i16>>
    %assume_2 = assume div_by<16>, %arg11 : tile<ptr<i16>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6, %assume_7], strides = [%assume_8, 1] : tile<i32> -> tensor_view<?x?xi16, strides=[?,1]>
    %assume_9 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xi16, strides=[1]>
    %assume_11 = assume bounded<0, ?>, %arg9 : tile<i32>
    %tview_12 = make_tensor_view %assume_1, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xi16, strides=[1]>
    %assume_13 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_14 = assume bounded<0, ?>, %arg13 : tile<i32>
    %assume_15 = assume bounded<0, ?>, %arg14 : tile<i32>
    %tview_16 = make_tensor_view %assume_2, shape = [%assume_13, %assume_14], strides = [%assume_15, 1] : tile<i32> -> tensor_view<?x?xi16, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_17, %blockId_y_18, %blockId_z_19 = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(8x16), tensor_view<?x?xi16, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %blockId_y_18] token = %0 : partition_view<tile=(8x16), tensor_view<?x?xi16, strides=[?,1]>>, tile<i32> -> tile<8x16xi16>, token
    %pview_20 = make_partition_view %tview_10 : partition_view<tile=(16), tensor_view<?xi16, strides=[1]>>
    %tile_21, %result_token_22 = load_view_tko weak %pview_20[%blockId_y_18] token = %0 : partition_view<tile=(16), tensor_view<?xi16, strides=[1]>>, tile<i32> -> tile<16xi16>, token
    %reshape = reshape %tile_21 : tile<16xi16> -> tile<1x16xi16>
    %bcast = broadcast %reshape : tile<1x16xi16> -> tile<8x16xi16>
    %1 = addi %tile, %bcast  : tile<8x16xi16>
    %pview_23 = make_partition_view %tview_12 : partition_view<tile=(8), tensor_view<?xi16, strides=[1]>>
    %tile_24, %result_token_25 = load_view_tko weak %pview_23[%blockId_x] token = %0 : partition_view<tile=(8), tensor_view<?xi16, strides=[1]>>, tile<i32> -> tile<8xi16>, token
    %reshape_26 = reshape %tile_24 : tile<8xi16> -> tile<8x1xi16>
    %bcast_27 = broadcast %reshape_26 : tile<8x1xi16> -> tile<8x16xi16>
    %2 = addi %1, %bcast_27  : tile<8x16xi16>
    %pview_28 = make_partition_view %tview_16 : partition_view<tile=(8x16), tensor_view<?x?xi16, strides=[?,1]>>
    %3 = store_view_tko weak %2, %pview_28[%blockId_x, %blockId_y_18] token = %0 : tile<8x16xi16>, partition_view<tile=(8x16), tensor_view<?x?xi16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
