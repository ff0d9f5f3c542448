// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=812
// tilefuzz.buffer b0 : i32[67] = special()
// tilefuzz.buffer b1 : bf16[1] = fill(0)
// tilefuzz.args &b0 &b1 0
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i32>>, %arg1: tile<ptr<bf16>>, %arg2: tile<i64>) {
      %reshape = reshape %arg0 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %cst_1_i32 = constant <i32: 1> : tile<1xi32>
      %0 = offset %reshape, %cst_1_i32 : tile<1xptr<i32>>, tile<1xi32> -> tile<1xptr<i32>>
      %result, %result_token = load_ptr_tko weak %0 : tile<1xptr<i32>> -> tile<1xi32>, token
      %1 = itof %result unsigned  : tile<1xi32> -> tile<1xbf16>
      %tview = make_tensor_view %arg1, shape = [6, 1], strides = [2, 1] : tensor_view<6x1xbf16, strides=[2,1]>
      %pview = make_partition_view %tview : partition_view<tile=(1x1), padding_value = neg_zero, tensor_view<6x1xbf16, strides=[2,1]>, dim_map=[1, 0]>
      %reshape_0 = reshape %1 : tile<1xbf16> -> tile<1x1xbf16>
      %2 = store_view_tko weak %reshape_0, %pview[%arg2, %arg2] : tile<1x1xbf16>, partition_view<tile=(1x1), padding_value = neg_zero, tensor_view<6x1xbf16, strides=[2,1]>, dim_map=[1, 0]>, tile<i64> -> token
      return
    }
  }
}
