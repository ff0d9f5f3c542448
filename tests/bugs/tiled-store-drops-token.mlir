// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b1 : f32[1] = fill(0)
// tilefuzz.args &b1
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f32>>) {
      %cst_0_f32 = constant <f32: 0.000000e+00> : tile<1xf32>
      %reshape = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
      %reshape_0 = reshape %reshape : tile<1xptr<f32>> -> tile<1x1xptr<f32>>
      %cst_1_f32 = constant <f32: 1.000000e+00> : tile<1x1xf32>
      %0 = store_ptr_tko weak %reshape_0, %cst_1_f32 : tile<1x1xptr<f32>>, tile<1x1xf32> -> token
      %tview = make_tensor_view %arg0, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
      %cst_0_i8 = constant <i8: 0> : tile<i8>
      %pview = make_partition_view %tview : partition_view<tile=(1), padding_value = neg_zero, tensor_view<1xf32, strides=[1]>>
      %1 = store_view_tko weak %cst_0_f32, %pview[%cst_0_i8] token = %0 : tile<1xf32>, partition_view<tile=(1), padding_value = neg_zero, tensor_view<1xf32, strides=[1]>>, tile<i8> -> token
      return
    }
  }
}
