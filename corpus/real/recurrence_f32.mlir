// tilefuzz.launch kernel=@recurrence_f32 grid=3,1,1 seed=85
// tilefuzz.buffer a : f32[192] = uniform(-0.9, 0.9)
// tilefuzz.buffer x : f32[192] = uniform(-1, 1)
// tilefuzz.buffer out : f32[192] = fill(0)
// tilefuzz.args &a 6 32 32 1 &x 6 32 32 1 &out 6 32 32 1
cuda_tile.module @kernels {
  entry @recurrence_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<f32>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4, %assume_5], strides = [%assume_6, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_7 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_7, %assume_8], strides = [%assume_9, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_11 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_14 = make_tensor_view %assume_1, shape = [%assume_11, %assume_12], strides = [%assume_13, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(2x32), tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(2x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x32xf32>, token
    %cst_0_i32_15 = constant <i32: 0> : tile<i32>
    %pview_16 = make_partition_view %tview_10 : partition_view<tile=(2x32), tensor_view<?x?xf32, strides=[?,1]>>
    %tile_17, %result_token_18 = load_view_tko weak %pview_16[%blockId_x, %cst_0_i32_15] token = %0 : partition_view<tile=(2x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x32xf32>, token
    %1:2 = scan %tile, %tile_17 dim=1 reverse=false identities=[1.000000e+00 : f32, 0.000000e+00 : f32] : tile<2x32xf32>, tile<2x32xf32> -> tile<2x32xf32>, tile<2x32xf32> (%arg15: tile<f32>, %arg16: tile<f32>, %arg17: tile<f32>, %arg18: tile<f32>) {
      %3 = mulf %arg15, %arg16  : tile<f32>
      %4 = fma %arg16, %arg17, %arg18  : tile<f32>
      yield %3, %4 : tile<f32>, tile<f32>
    }
    %cst_0_i32_19 = constant <i32: 0> : tile<i32>
    %pview_20 = make_partition_view %tview_14 : partition_view<tile=(2x32), tensor_view<?x?xf32, strides=[?,1]>>
    %2 = store_view_tko weak %1#1, %pview_20[%blockId_x, %cst_0_i32_19] token = %0 : tile<2x32xf32>, partition_view<tile=(2x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
