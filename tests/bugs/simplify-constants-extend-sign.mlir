// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b1 : i8[1] = fill(0)
// tilefuzz.args &b1
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>) {
      %true = constant <i1: true> : tile<i1>
      %0 = exti %true unsigned : tile<i1> -> tile<i8>
      %reshape = reshape %0 : tile<i8> -> tile<1xi8>
      %reshape_0 = reshape %arg0 : tile<ptr<i8>> -> tile<1xptr<i8>>
      %1 = store_ptr_tko weak %reshape_0, %reshape : tile<1xptr<i8>>, tile<1xi8> -> token
      return
    }
  }
}
