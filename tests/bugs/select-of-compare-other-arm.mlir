// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b4 : i16[1] = fill(0)
// tilefuzz.args &b4
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i16>>) {
      %cst_1_i16 = constant <i16: 1> : tile<1x1xi16>
      %cst_0_i16 = constant <i16: 0> : tile<1x1xi16>
      %0 = cmpi not_equal %cst_1_i16, %cst_0_i16, signed : tile<1x1xi16> -> tile<1x1xi1>
      %1 = select %0, %cst_1_i16, %cst_0_i16 : tile<1x1xi1>, tile<1x1xi16>
      %reshape = reshape %1 : tile<1x1xi16> -> tile<1xi16>
      %reshape_0 = reshape %arg0 : tile<ptr<i16>> -> tile<1xptr<i16>>
      %2 = store_ptr_tko weak %reshape_0, %reshape : tile<1xptr<i16>>, tile<1xi16> -> token
      return
    }
  }
}
