// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b4 : i16[1] = fill(0)
// tilefuzz.args 0xC2C1 &b4
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<i16>, %arg1: tile<ptr<i16>>) {
      %cst_0_i16 = constant <i16: 0> : tile<i16>
      %0 = maxi %arg0, %cst_0_i16 signed : tile<i16>
      %reshape = reshape %arg1 : tile<ptr<i16>> -> tile<1xptr<i16>>
      %reshape_0 = reshape %0 : tile<i16> -> tile<1xi16>
      %1 = store_ptr_tko weak %reshape, %reshape_0 : tile<1xptr<i16>>, tile<1xi16> -> token
      return
    }
  }
}
