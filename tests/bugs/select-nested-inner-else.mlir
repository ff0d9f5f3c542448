// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b1 : i16[1] = fill(0)
// tilefuzz.args &b1
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i16>>) {
      %cst_0_i32 = constant <i32: 0> : tile<i32>
      %cst_1_i8 = constant <i8: 1> : tile<1xi8>
      %0 = trunci %cst_1_i8  : tile<1xi8> -> tile<1xi1>
      %cst_1_i16 = constant <i16: 1> : tile<1xi16>
      %cst_0_i16 = constant <i16: 0> : tile<1xi16>
      %1 = select %0, %cst_1_i16, %cst_0_i16 : tile<1xi1>, tile<1xi16>
      %2 = select %0, %1, %cst_0_i16 : tile<1xi1>, tile<1xi16>
      %tview = make_tensor_view %arg0, shape = [41], strides = [1] : tensor_view<41xi16, strides=[1]>
      %pview = make_partition_view %tview : partition_view<tile=(1), padding_value = zero, tensor_view<41xi16, strides=[1]>>
      %3 = store_view_tko weak %2, %pview[%cst_0_i32] : tile<1xi16>, partition_view<tile=(1), padding_value = zero, tensor_view<41xi16, strides=[1]>>, tile<i32> -> token
      return
    }
  }
}
