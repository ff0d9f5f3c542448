// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : i1[1] = fill(0)
// tilefuzz.args 0 &b2
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<i32>, %arg1: tile<ptr<i1>>) {
      %cst_0_i32 = constant <i32: 0> : tile<i32>
      %0 = cmpi greater_than %arg0, %cst_0_i32, signed : tile<i32> -> tile<i1>
      %reshape = reshape %arg1 : tile<ptr<i1>> -> tile<1xptr<i1>>
      %reshape_0 = reshape %0 : tile<i1> -> tile<1xi1>
      %1 = store_ptr_tko weak %reshape, %reshape_0 : tile<1xptr<i1>>, tile<1xi1> -> token
      return
    }
  }
}
