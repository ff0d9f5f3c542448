// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b1 : i32[1] = fill(0)
// tilefuzz.args &b1
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i32>>) {
      %cst_1_i32 = constant <i32: 1> : tile<1xi32>
      %cst_0_i32 = constant <i32: 0> : tile<1xi32>
      %false = constant <i1: false> : tile<i1>
      %0:2 = if %false -> (tile<1xi32>, tile<1xi32>) {
        yield %cst_0_i32, %cst_0_i32 : tile<1xi32>, tile<1xi32>
      } else {
        yield %cst_0_i32, %cst_1_i32 : tile<1xi32>, tile<1xi32>
      }
      %tview = make_tensor_view %arg0, shape = [43], strides = [1] : tensor_view<43xi32, strides=[1]>
      %cst_0_i64 = constant <i64: 0> : tile<i64>
      %pview = make_partition_view %tview : partition_view<tile=(1), padding_value = zero, tensor_view<43xi32, strides=[1]>>
      %1 = store_view_tko weak %0#1, %pview[%cst_0_i64] : tile<1xi32>, partition_view<tile=(1), padding_value = zero, tensor_view<43xi32, strides=[1]>>, tile<i64> -> token
      return
    }
  }
}
