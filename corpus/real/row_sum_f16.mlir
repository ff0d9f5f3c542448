// tilefuzz.launch kernel=@row_sum_f16 grid=3,1,1 seed=48
// tilefuzz.buffer x : f16[720] = uniform(-5, 5)
// tilefuzz.buffer out : f32[10] = fill(0)
// tilefuzz.args &x 10 72 72 1 &out 10 1
cuda_tile.module @kernels {
  entry @row_sum_f16(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_3 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2, %assume_3], strides = [%assume_4, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %assume_5 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_6 = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<4xf32>
    %pview = make_partition_view %tview : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>>
    %1:2 = get_index_space_shape %pview : partition_view<tile=(4x32), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_1_i32_7 = constant <i32: 1> : tile<i32>
    %pview_8 = make_partition_view %tview : partition_view<tile=(4x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %for = for %loopIdx in (%cst_0_i32 to %1#1, step %cst_1_i32_7) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<4xf32>) {
      %tile, %result_token = load_view_tko weak %pview_8[%blockId_x, %loopIdx] token = %0 : partition_view<tile=(4x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<4x32xf16>, token
      %3 = ftof %tile  : tile<4x32xf16> -> tile<4x32xf32>
      %reduce = reduce %3 dim=1 identities=[0.000000e+00 : f32] : tile<4x32xf32> -> tile<4xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %5 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
        yield %5 : tile<f32>
      }
      %4 = addf %iterArg0, %reduce  : tile<4xf32>
      continue %4 : tile<4xf32>
    }
    %pview_9 = make_partition_view %tview_6 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
    %2 = store_view_tko weak %for, %pview_9[%blockId_x] token = %0 : tile<4xf32>, partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
