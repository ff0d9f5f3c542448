// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b1 : i16[1] = fill(0)
// tilefuzz.buffer b3 : f32[1] = fill(0)
// tilefuzz.args &b1 &b3
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i16>>, %arg1: tile<ptr<f32>>) {
      %cst_2_i16 = constant <i16: 2> : tile<i16>
      %cst_0_i16 = constant <i16: 0> : tile<i16>
      %0 = cmpi equal %cst_2_i16, %cst_0_i16, signed : tile<i16> -> tile<i1>
      %true = constant <i1: true> : tile<i1>
      %1 = xori %0, %true : tile<i1>
      %2 = if %1 -> (tile<1x1xf32>) {
        %cst_1_i16 = constant <i16: 1> : tile<1xi16>
        %reshape = reshape %arg0 : tile<ptr<i16>> -> tile<1xptr<i16>>
        %4 = store_ptr_tko weak %reshape, %cst_1_i16 : tile<1xptr<i16>>, tile<1xi16> -> token
        %cst_0_f32 = constant <f32: 0.000000e+00> : tile<1x1xf32>
        yield %cst_0_f32 : tile<1x1xf32>
      } else {
        %cst_f32 = constant <f32: -0.000000e+00> : tile<1x1xf32>
        yield %cst_f32 : tile<1x1xf32>
      }
      %tview = make_tensor_view %arg1, shape = [3, 4], strides = [4, 1] : tensor_view<3x4xf32, strides=[4,1]>
      %cst_0_i8 = constant <i8: 0> : tile<i8>
      %pview = make_partition_view %tview : partition_view<tile=(1x1), padding_value = neg_inf, tensor_view<3x4xf32, strides=[4,1]>>
      %3 = store_view_tko weak %2, %pview[%cst_0_i8, %cst_0_i8] : tile<1x1xf32>, partition_view<tile=(1x1), padding_value = neg_inf, tensor_view<3x4xf32, strides=[4,1]>>, tile<i8> -> token
      return
    }
  }
}
