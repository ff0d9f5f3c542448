// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i8[1] = fill(1)
// tilefuzz.args &b0
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>) {
      %reshape = reshape %arg0 : tile<ptr<i8>> -> tile<1xptr<i8>>
      %bcast = broadcast %reshape : tile<1xptr<i8>> -> tile<2xptr<i8>>
      %cst_i1 = constant <i1: [false, true]> : tile<2xi1>
      %cst_0_i8 = constant <i8: 0> : tile<2xi8>
      %0 = store_ptr_tko weak %bcast, %cst_0_i8, %cst_i1 : tile<2xptr<i8>>, tile<2xi8>, tile<2xi1> -> token
      return
    }
  }
}
