// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i8[5] = fill(0)
// tilefuzz.args &b0
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>) {
      %0 = iota : tile<2xi32>
      %1 = trunci %0  : tile<2xi32> -> tile<2xi1>
      %2 = itof %1 signed  : tile<2xi1> -> tile<2xbf16>
      %3 = itof %0 unsigned  : tile<2xi32> -> tile<2xbf16>
      %4 = cmpf greater_than_or_equal ordered %2, %3 : tile<2xbf16> -> tile<2xi1>
      %5 = exti %4 unsigned : tile<2xi1> -> tile<2xi8>
      %reshape = reshape %arg0 : tile<ptr<i8>> -> tile<1xptr<i8>>
      %bcast = broadcast %reshape : tile<1xptr<i8>> -> tile<2xptr<i8>>
      %6 = offset %bcast, %0 : tile<2xptr<i8>>, tile<2xi32> -> tile<2xptr<i8>>
      %7 = store_ptr_tko weak %6, %5 : tile<2xptr<i8>>, tile<2xi8> -> token
      return
    }
  }
}

