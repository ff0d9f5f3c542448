// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : f32[30] = fill(1)
// tilefuzz.args &b2 0x15
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f32>>, %arg1: tile<i16>) {
      %cst_1_i8 = constant <i8: 1> : tile<i8>
      %cst_0_f32 = constant <f32: 0.000000e+00> : tile<16xf32>
      %tview = make_tensor_view %arg0, shape = [%arg1], strides = [1] : tile<i16> -> tensor_view<?xf32, strides=[1]>
      %pview = make_partition_view %tview : partition_view<tile=(16), padding_value = neg_zero, tensor_view<?xf32, strides=[1]>>
      %0 = store_view_tko weak %cst_0_f32, %pview[%cst_1_i8] : tile<16xf32>, partition_view<tile=(16), padding_value = neg_zero, tensor_view<?xf32, strides=[1]>>, tile<i8> -> token
      return
    }
  }
}
