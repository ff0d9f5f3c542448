// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : f16[1] = fill(0)
// tilefuzz.buffer b2 : f16[1] = fill(0)
// tilefuzz.args &b0 &b2
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f16>>, %arg1: tile<ptr<f16>>) {
      %reshape = reshape %arg0 : tile<ptr<f16>> -> tile<1xptr<f16>>
      %cst_0_i32 = constant <i32: 0> : tile<i32>
      %cst_0_i32_0 = constant <i32: 0> : tile<1xi32>
      %bcast = broadcast %cst_0_i32_0 : tile<1xi32> -> tile<1xi32>
      %0 = trunci %bcast  : tile<1xi32> -> tile<1xi1>
      %cst_f16 = constant <f16: -0.000000e+00> : tile<1xf16>
      %result, %result_token = load_ptr_tko weak %reshape, %0, %cst_f16 : tile<1xptr<f16>>, tile<1xi1>, tile<1xf16> -> tile<1xf16>, token
      %tview = make_tensor_view %arg1, shape = [8, 1], strides = [1, 1] : tensor_view<8x1xf16, strides=[1,1]>
      %pview = make_partition_view %tview : partition_view<tile=(1x1), padding_value = nan, tensor_view<8x1xf16, strides=[1,1]>, dim_map=[1, 0]>
      %reshape_1 = reshape %result : tile<1xf16> -> tile<1x1xf16>
      %1 = store_view_tko weak %reshape_1, %pview[%cst_0_i32, %cst_0_i32] : tile<1x1xf16>, partition_view<tile=(1x1), padding_value = nan, tensor_view<8x1xf16, strides=[1,1]>, dim_map=[1, 0]>, tile<i32> -> token
      return
    }
  }
}
