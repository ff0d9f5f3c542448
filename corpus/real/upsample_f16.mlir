// tilefuzz.launch kernel=@upsample_f16 grid=2,2,1 seed=144
// tilefuzz.buffer x : f16[64] = uniform(-9, 9)
// tilefuzz.buffer out : f16[256] = fill(0)
// tilefuzz.args &x 8 8 8 1 &out 16 16 16 1
cuda_tile.module @kernels {
  entry @upsample_f16(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f16>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f16>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_3 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2, %assume_3], strides = [%assume_4, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %assume_5 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_8 = make_tensor_view %assume_0, shape = [%assume_5, %assume_6], strides = [%assume_7, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_9, %blockId_y_10, %blockId_z_11 = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(4x4), tensor_view<?x?xf16, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %blockId_y_10] token = %0 : partition_view<tile=(4x4), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<4x4xf16>, token
    %reshape = reshape %tile : tile<4x4xf16> -> tile<4x1x4x1xf16>
    %bcast = broadcast %reshape : tile<4x1x4x1xf16> -> tile<4x2x4x2xf16>
    %reshape_12 = reshape %bcast : tile<4x2x4x2xf16> -> tile<8x8xf16>
    %pview_13 = make_partition_view %tview_8 : partition_view<tile=(8x8), tensor_view<?x?xf16, strides=[?,1]>>
    %1 = store_view_tko weak %reshape_12, %pview_13[%blockId_x, %blockId_y_10] token = %0 : tile<8x8xf16>, partition_view<tile=(8x8), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
