// tilefuzz.launch kernel=@advanced_rows_i16 grid=1,1,1 seed=177
// tilefuzz.buffer x : i16[160] = uniform(-99, 99)
// tilefuzz.buffer rows : i32[16] = permutation()
// tilefuzz.buffer out : i16[128] = fill(0)
// tilefuzz.buffer back : i16[160] = fill(0)
// tilefuzz.args &x 16 10 10 1 &rows 16 1 &out 16 8 8 1 &back 16 10 10 1 5
cuda_tile.module @kernels {
  entry @advanced_rows_i16(%arg0: tile<ptr<i16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<ptr<i16>>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<ptr<i16>>, %arg14: tile<i32>, %arg15: tile<i32>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i16>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg8 : tile<ptr<i16>>
    %assume_2 = assume div_by<16>, %arg13 : tile<ptr<i16>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6, %assume_7], strides = [%assume_8, 1] : tile<i32> -> tensor_view<?x?xi16, strides=[?,1]>
    %assume_9 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_11 = assume bounded<0, ?>, %arg9 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg10 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg11 : tile<i32>
    %tview_14 = make_tensor_view %assume_1, shape = [%assume_11, %assume_12], strides = [%assume_13, 1] : tile<i32> -> tensor_view<?x?xi16, strides=[?,1]>
    %assume_15 = assume bounded<0, ?>, %arg14 : tile<i32>
    %assume_16 = assume bounded<0, ?>, %arg15 : tile<i32>
    %assume_17 = assume bounded<0, ?>, %arg16 : tile<i32>
    %tview_18 = make_tensor_view %assume_2, shape = [%assume_15, %assume_16], strides = [%assume_17, 1] : tile<i32> -> tensor_view<?x?xi16, strides=[?,1]>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview_10 : partition_view<tile=(16), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%cst_0_i32] token = %0 : partition_view<tile=(16), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<16xi32>, token
    %gsview = make_gather_scatter_view %tview : gather_scatter_view<tile=(16x8), padding_value = zero, tensor_view<?x?xi16, strides=[?,1]>, sparse_dim=0>
    %tile_19, %result_token_20 = load_view_tko weak %gsview[%tile, %arg18] token = %0 : gather_scatter_view<tile=(16x8), padding_value = zero, tensor_view<?x?xi16, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xi16>, token
    %cst_0_i32_21 = constant <i32: 0> : tile<i32>
    %cst_0_i32_22 = constant <i32: 0> : tile<i32>
    %pview_23 = make_partition_view %tview_14 : partition_view<tile=(16x8), tensor_view<?x?xi16, strides=[?,1]>>
    %1 = store_view_tko weak %tile_19, %pview_23[%cst_0_i32_21, %cst_0_i32_22] token = %0 : tile<16x8xi16>, partition_view<tile=(16x8), tensor_view<?x?xi16, strides=[?,1]>>, tile<i32> -> token
    %gsview_24 = make_gather_scatter_view %tview_18 : gather_scatter_view<tile=(16x8), tensor_view<?x?xi16, strides=[?,1]>, sparse_dim=0>
    %2 = store_view_tko weak %tile_19, %gsview_24[%tile, %arg18] token = %0 : tile<16x8xi16>, gather_scatter_view<tile=(16x8), tensor_view<?x?xi16, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token
    return
  }
}
