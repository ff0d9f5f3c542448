// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b1 : i32[1] = fill(0)
// tilefuzz.args &b1
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i32>>) {
      %cst_0_i32 = constant <i32: 0> : tile<1xi32>
      %reshape = reshape %arg0 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %true = constant <i1: true> : tile<1xi1>
      %0 = store_ptr_tko relaxed device %reshape, %cst_0_i32, %true : tile<1xptr<i32>>, tile<1xi32>, tile<1xi1> -> token
      return
    }
  }
}
