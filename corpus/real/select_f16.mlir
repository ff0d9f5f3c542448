// tilefuzz.launch kernel=@select_f16 grid=2,1,1 seed=43
// tilefuzz.buffer x : f16[100] = uniform(-9, 9)
// tilefuzz.buffer y : f16[100] = uniform(-9, 9)
// tilefuzz.buffer z : f16[100] = uniform(-9, 9)
// tilefuzz.buffer out : f16[100] = fill(0)
// tilefuzz.args &x 100 1 &y 100 1 &z 100 1 &out 100 1
cuda_tile.module @kernels {
  entry @select_f16(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f16>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f16>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<f16>>, %arg10: tile<i32>, %arg11: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f16>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f16>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<f16>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_8 = make_tensor_view %assume_0, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %assume_9 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_10 = make_tensor_view %assume_1, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %assume_11 = assume bounded<0, ?>, %arg10 : tile<i32>
    %tview_12 = make_tensor_view %assume_2, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %cst_0_f16 = constant <f16: 0.000000e+00> : tile<f16>
    %reshape = reshape %cst_0_f16 : tile<f16> -> tile<1xf16>
    %bcast = broadcast %reshape : tile<1xf16> -> tile<64xf16>
    %1 = cmpf greater_than ordered %tile, %bcast : tile<64xf16> -> tile<64xi1>
    %pview_13 = make_partition_view %tview_8 : partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>
    %tile_14, %result_token_15 = load_view_tko weak %pview_13[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %pview_16 = make_partition_view %tview_10 : partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>
    %tile_17, %result_token_18 = load_view_tko weak %pview_16[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %2 = select %1, %tile_14, %tile_17 : tile<64xi1>, tile<64xf16>
    %pview_19 = make_partition_view %tview_12 : partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>
    %3 = store_view_tko weak %2, %pview_19[%blockId_x] token = %0 : tile<64xf16>, partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>, tile<i32> -> token
    return
  }
}
