// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i8[95] = fill(0)
// tilefuzz.args &b0+6 0
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>, %arg1: tile<i32>) {
      %cst_0_i8 = constant <i8: 0> : tile<1xi8>
      %reshape = reshape %arg0 : tile<ptr<i8>> -> tile<1xptr<i8>>
      %reshape_0 = reshape %arg1 : tile<i32> -> tile<1xi32>
      %cst_1_i32 = constant <i32: 1> : tile<1xi32>
      %0 = subi %reshape_0, %cst_1_i32  : tile<1xi32>
      %1 = offset %reshape, %0 : tile<1xptr<i8>>, tile<1xi32> -> tile<1xptr<i8>>
      %2 = store_ptr_tko weak %1, %cst_0_i8 : tile<1xptr<i8>>, tile<1xi8> -> token
      return
    }
  }
}
