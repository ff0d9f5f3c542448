// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : f32[1] = fill(0)
// tilefuzz.args &b2
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f32>>) {
      %cst_f32 = constant <f32: 1.401300e-45> : tile<1xf32>
      %cst_1_f32 = constant <f32: 1.000000e+00> : tile<1xf32>
      %0 = subf %cst_f32, %cst_1_f32 rounding<positive_inf> : tile<1xf32>
      %tview = make_tensor_view %arg0, shape = [19], strides = [1] : tensor_view<19xf32, strides=[1]>
      %cst_0_i64 = constant <i64: 0> : tile<i64>
      %pview = make_partition_view %tview : partition_view<tile=(1), padding_value = neg_inf, tensor_view<19xf32, strides=[1]>>
      %1 = store_view_tko weak %0, %pview[%cst_0_i64] : tile<1xf32>, partition_view<tile=(1), padding_value = neg_inf, tensor_view<19xf32, strides=[1]>>, tile<i64> -> token
      return
    }
  }
}
