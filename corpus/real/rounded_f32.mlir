// tilefuzz.launch kernel=@rounded_f32 grid=2,1,1 seed=190
// tilefuzz.buffer x : f32[64] = uniform(-9, 9)
// tilefuzz.buffer y : f32[64] = uniform(-9, 9)
// tilefuzz.buffer near : f32[64] = fill(0)
// tilefuzz.buffer down : f32[64] = fill(0)
// tilefuzz.buffer up : f32[64] = fill(0)
// tilefuzz.buffer zero : f32[64] = fill(0)
// tilefuzz.buffer product : f32[64] = fill(0)
// tilefuzz.args &x 64 1 &y 64 1 &near 64 1 &down 64 1 &up 64 1 &zero 64 1 &product 64 1
cuda_tile.module @kernels {
  entry @rounded_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f32>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<f32>>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<ptr<f32>>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<ptr<f32>>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<ptr<f32>>, %arg19: tile<i32>, %arg20: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f32>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<f32>>
    %assume_3 = assume div_by<16>, %arg12 : tile<ptr<f32>>
    %assume_4 = assume div_by<16>, %arg15 : tile<ptr<f32>>
    %assume_5 = assume div_by<16>, %arg18 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_6 = constant <i32: 1> : tile<i32>
    %cst_1_i32_7 = constant <i32: 1> : tile<i32>
    %cst_1_i32_8 = constant <i32: 1> : tile<i32>
    %cst_1_i32_9 = constant <i32: 1> : tile<i32>
    %cst_1_i32_10 = constant <i32: 1> : tile<i32>
    %cst_1_i32_11 = constant <i32: 1> : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_12], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_13 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_14 = make_tensor_view %assume_0, shape = [%assume_13], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_15 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_16 = make_tensor_view %assume_1, shape = [%assume_15], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_17 = assume bounded<0, ?>, %arg10 : tile<i32>
    %tview_18 = make_tensor_view %assume_2, shape = [%assume_17], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_19 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_20 = make_tensor_view %assume_3, shape = [%assume_19], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_21 = assume bounded<0, ?>, %arg16 : tile<i32>
    %tview_22 = make_tensor_view %assume_4, shape = [%assume_21], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_23 = assume bounded<0, ?>, %arg19 : tile<i32>
    %tview_24 = make_tensor_view %assume_5, shape = [%assume_23], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<32xf32>, token
    %pview_25 = make_partition_view %tview_14 : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %tile_26, %result_token_27 = load_view_tko weak %pview_25[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<32xf32>, token
    %1 = addf %tile, %tile_26  : tile<32xf32>
    %pview_28 = make_partition_view %tview_16 : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %2 = store_view_tko weak %1, %pview_28[%blockId_x] token = %0 : tile<32xf32>, partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %3 = addf %tile, %tile_26 rounding<negative_inf> : tile<32xf32>
    %pview_29 = make_partition_view %tview_18 : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %4 = store_view_tko weak %3, %pview_29[%blockId_x] token = %0 : tile<32xf32>, partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %5 = subf %tile, %tile_26 rounding<positive_inf> : tile<32xf32>
    %pview_30 = make_partition_view %tview_20 : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %6 = store_view_tko weak %5, %pview_30[%blockId_x] token = %0 : tile<32xf32>, partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %7 = divf %tile, %tile_26 rounding<zero> : tile<32xf32>
    %pview_31 = make_partition_view %tview_22 : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %8 = store_view_tko weak %7, %pview_31[%blockId_x] token = %0 : tile<32xf32>, partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %9 = mulf %tile, %tile_26 rounding<negative_inf> : tile<32xf32>
    %pview_32 = make_partition_view %tview_24 : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %10 = store_view_tko weak %9, %pview_32[%blockId_x] token = %0 : tile<32xf32>, partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
