// tilefuzz.launch kernel=@newton_root_f32 grid=2,1,1 seed=159
// tilefuzz.buffer x : f32[100] = uniform(0.5, 9)
// tilefuzz.buffer out : f32[100] = fill(0)
// tilefuzz.args &x 100 1 &out 100 1
cuda_tile.module @kernels {
  entry @newton_root_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_4 = make_tensor_view %assume_0, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %cst_8_i32 = constant <i32: 8> : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %cst_f32 = constant <f32: 5.000000e-01> : tile<f32>
    %reshape = reshape %cst_f32 : tile<f32> -> tile<1xf32>
    %bcast = broadcast %reshape : tile<1xf32> -> tile<64xf32>
    %for = for %loopIdx in (%cst_0_i32 to %cst_8_i32, step %cst_1_i32_5) : tile<i32> iter_values(%iterArg0 = %tile) -> (tile<64xf32>) {
      %2 = divf %tile, %iterArg0  : tile<64xf32>
      %3 = addf %iterArg0, %2  : tile<64xf32>
      %4 = mulf %bcast, %3  : tile<64xf32>
      continue %4 : tile<64xf32>
    }
    %pview_6 = make_partition_view %tview_4 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %1 = store_view_tko weak %for, %pview_6[%blockId_x] token = %0 : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
