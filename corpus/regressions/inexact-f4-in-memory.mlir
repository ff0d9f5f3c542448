// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : bf16[8] = fill(0)
// tilefuzz.buffer b3 : f4E2M1FN[8] = fill(0)
// tilefuzz.args &b2 &b3
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<bf16>>, %arg1: tile<ptr<f4E2M1FN>>) {
      %cst_0_i32 = constant <i32: 0> : tile<i32>
      %0 = iota : tile<2xi32>
      %cst_1_bf16 = constant <bf16: 1.000000e+00> : tile<2xbf16>
      %1 = log2 %cst_1_bf16 : tile<2xbf16>
      %2 = ftof %1  : tile<2xbf16> -> tile<2xf4E2M1FN>
      %reshape = reshape %arg0 : tile<ptr<bf16>> -> tile<1xptr<bf16>>
      %bcast = broadcast %reshape : tile<1xptr<bf16>> -> tile<2xptr<bf16>>
      %3 = offset %bcast, %0 : tile<2xptr<bf16>>, tile<2xi32> -> tile<2xptr<bf16>>
      %4 = store_ptr_tko weak %3, %1 : tile<2xptr<bf16>>, tile<2xbf16> -> token
      %tview = make_tensor_view %arg1, shape = [8], strides = [1] : tensor_view<8xf4E2M1FN, strides=[1]>
      %pview = make_partition_view %tview : partition_view<tile=(2), padding_value = pos_inf, tensor_view<8xf4E2M1FN, strides=[1]>>
      %5 = store_view_tko weak %2, %pview[%cst_0_i32] : tile<2xf4E2M1FN>, partition_view<tile=(2), padding_value = pos_inf, tensor_view<8xf4E2M1FN, strides=[1]>>, tile<i32> -> token
      return
    }
  }
}

