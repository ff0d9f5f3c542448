// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : i8[64] = fill(0)
// tilefuzz.args &b2
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>) {
      %0 = iota : tile<2xi32>
      %1 = trunci %0  : tile<2xi32> -> tile<2xi1>
      %2 = exti %1 unsigned : tile<2xi1> -> tile<2xi8>
      %reshape = reshape %arg0 : tile<ptr<i8>> -> tile<1xptr<i8>>
      %bcast = broadcast %reshape : tile<1xptr<i8>> -> tile<2xptr<i8>>
      %3 = offset %bcast, %0 : tile<2xptr<i8>>, tile<2xi32> -> tile<2xptr<i8>>
      %reshape_0 = reshape %3 : tile<2xptr<i8>> -> tile<2x1xptr<i8>>
      %reshape_1 = reshape %2 : tile<2xi8> -> tile<2x1xi8>
      %4 = store_ptr_tko weak %reshape_0, %reshape_1 : tile<2x1xptr<i8>>, tile<2x1xi8> -> token
      return
    }
  }
}
