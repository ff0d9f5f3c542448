// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i8[1] = fill(1)
// tilefuzz.args &b0 1
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>, %arg1: tile<i64>) {
      %cst_0_i32 = constant <i32: 0> : tile<i32>
      %0 = cmpi less_than %cst_0_i32, %cst_0_i32, unsigned : tile<i32> -> tile<i1>
      if %0 {
      } else {
        %tview = make_tensor_view %arg0, shape = [24, %arg1], strides = [%arg1, %arg1] : tile<i64> -> tensor_view<24x?xi8, strides=[?,?]>
        %cst_0_i64 = constant <i64: 0> : tile<i64>
        %pview = make_partition_view %tview : partition_view<tile=(1x1), padding_value = zero, tensor_view<24x?xi8, strides=[?,?]>>
        %cst_0_i8 = constant <i8: 0> : tile<1x1xi8>
        %1 = store_view_tko weak %cst_0_i8, %pview[%cst_0_i64, %cst_0_i64] : tile<1x1xi8>, partition_view<tile=(1x1), padding_value = zero, tensor_view<24x?xi8, strides=[?,?]>>, tile<i64> -> token
      }
      return
    }
  }
}
