// tilefuzz.launch kernel=@gemv_f32 grid=4,1,1 seed=104
// tilefuzz.buffer A : f32[1500] = uniform(-2, 2)
// tilefuzz.buffer x : f32[50] = uniform(-2, 2)
// tilefuzz.buffer y : f32[30] = fill(0)
// tilefuzz.args &A 30 50 50 1 &x 50 1 &y 30 1
cuda_tile.module @kernels {
  entry @gemv_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<ptr<f32>>, %arg9: tile<i32>, %arg10: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg8 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4, %assume_5], strides = [%assume_6, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_7 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_8 = make_tensor_view %assume_0, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_9 = assume bounded<0, ?>, %arg9 : tile<i32>
    %tview_10 = make_tensor_view %assume_1, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<8xf32>
    %pview = make_partition_view %tview : partition_view<tile=(8x16), tensor_view<?x?xf32, strides=[?,1]>>
    %1:2 = get_index_space_shape %pview : partition_view<tile=(8x16), tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_1_i32_11 = constant <i32: 1> : tile<i32>
    %pview_12 = make_partition_view %tview : partition_view<tile=(8x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %pview_13 = make_partition_view %tview_8 : partition_view<tile=(16), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %for = for %loopIdx in (%cst_0_i32 to %1#1, step %cst_1_i32_11) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<8xf32>) {
      %tile, %result_token = load_view_tko weak %pview_12[%blockId_x, %loopIdx] token = %0 : partition_view<tile=(8x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<8x16xf32>, token
      %tile_15, %result_token_16 = load_view_tko weak %pview_13[%loopIdx] token = %0 : partition_view<tile=(16), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
      %reshape = reshape %tile_15 : tile<16xf32> -> tile<1x16xf32>
      %bcast = broadcast %reshape : tile<1x16xf32> -> tile<8x16xf32>
      %3 = mulf %tile, %bcast  : tile<8x16xf32>
      %reduce = reduce %3 dim=1 identities=[0.000000e+00 : f32] : tile<8x16xf32> -> tile<8xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %5 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
        yield %5 : tile<f32>
      }
      %4 = addf %iterArg0, %reduce  : tile<8xf32>
      continue %4 : tile<8xf32>
    }
    %pview_14 = make_partition_view %tview_10 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
    %2 = store_view_tko weak %for, %pview_14[%blockId_x] token = %0 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
