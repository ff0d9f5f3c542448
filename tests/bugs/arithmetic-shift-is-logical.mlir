// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b1 : i8[1] = fill(0)
// tilefuzz.args &b1
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>) {
      %cst_-2_i8 = constant <i8: -2> : tile<1xi8>
      %reshape = reshape %arg0 : tile<ptr<i8>> -> tile<1xptr<i8>>
      %cst_1_i8 = constant <i8: 1> : tile<1x1xi8>
      %reshape_0 = reshape %cst_1_i8 : tile<1x1xi8> -> tile<1xi8>
      %0 = shri %cst_-2_i8, %reshape_0 signed : tile<1xi8>
      %reshape_1 = reshape %reshape : tile<1xptr<i8>> -> tile<1x1xptr<i8>>
      %reshape_2 = reshape %0 : tile<1xi8> -> tile<1x1xi8>
      %1 = store_ptr_tko weak %reshape_1, %reshape_2 : tile<1x1xptr<i8>>, tile<1x1xi8> -> token
      return
    }
  }
}
