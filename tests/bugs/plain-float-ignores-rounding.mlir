// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b4 : bf16[1] = uniform(-100, 100)
// tilefuzz.buffer b7 : bf16[1] = fill(0)
// tilefuzz.args &b4 &b7
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<bf16>>, %arg1: tile<ptr<bf16>>) {
      %cst_0_i32 = constant <i32: 0> : tile<i32>
      %cst_0_bf16 = constant <bf16: 0.000000e+00> : tile<1xbf16>
      %tview = make_tensor_view %arg0, shape = [42], strides = [1] : tensor_view<42xbf16, strides=[1]>
      %pview = make_partition_view %tview : partition_view<tile=(1), padding_value = neg_zero, tensor_view<42xbf16, strides=[1]>>
      %tile, %result_token = load_view_tko weak %pview[%cst_0_i32] : partition_view<tile=(1), padding_value = neg_zero, tensor_view<42xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
      %0 = fma %tile, %tile, %cst_0_bf16 rounding<negative_inf> : tile<1xbf16>
      %reshape = reshape %arg1 : tile<ptr<bf16>> -> tile<1xptr<bf16>>
      %1 = store_ptr_tko weak %reshape, %0 : tile<1xptr<bf16>>, tile<1xbf16> -> token
      return
    }
  }
}
