// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i64[1] = uniform(-100, 100)
// tilefuzz.buffer b4 : i32[1] = fill(0)
// tilefuzz.args &b0 &b4
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i64>>, %arg1: tile<ptr<i32>>) {
      %tview = make_tensor_view %arg0, shape = [1], strides = [1] : tensor_view<1xi64, strides=[1]>
      %cst_0_i16 = constant <i16: 0> : tile<i16>
      %pview = make_partition_view %tview : partition_view<tile=(1), padding_value = zero, tensor_view<1xi64, strides=[1]>>
      %tile, %result_token = load_view_tko weak %pview[%cst_0_i16] : partition_view<tile=(1), padding_value = zero, tensor_view<1xi64, strides=[1]>>, tile<i16> -> tile<1xi64>, token
      %0 = trunci %tile  : tile<1xi64> -> tile<1xi32>
      %cst_1_i32 = constant <i32: 1> : tile<1xi32>
      %1 = mini %0, %cst_1_i32 unsigned : tile<1xi32>
      %tview_0 = make_tensor_view %arg1, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
      %pview_1 = make_partition_view %tview_0 : partition_view<tile=(1), padding_value = zero, tensor_view<1xi32, strides=[1]>>
      %2 = store_view_tko weak %1, %pview_1[%cst_0_i16] : tile<1xi32>, partition_view<tile=(1), padding_value = zero, tensor_view<1xi32, strides=[1]>>, tile<i16> -> token
      return
    }
  }
}
