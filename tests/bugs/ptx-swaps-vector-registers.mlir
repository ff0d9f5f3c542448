// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : i32[1] = fill(0)
// tilefuzz.args &b2
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i32>>) {
      %cst_0_i8 = constant <i8: 0> : tile<2xi8>
      %0 = iota : tile<2xi32>
      %reduce:2 = reduce %cst_0_i8, %0 dim=0 identities=[-128 : i8, 0 : i32] : tile<2xi8>, tile<2xi32> -> tile<i8>, tile<i32> (%reduce_lhs0: tile<i8>, %reduce_rhs0: tile<i8>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
        %2 = cmpi greater_than %reduce_lhs0, %reduce_rhs0, signed : tile<i8> -> tile<i1>
        %3 = select %2, %reduce_lhs1, %reduce_rhs1 : tile<i1>, tile<i32>
        yield %reduce_lhs0, %3 : tile<i8>, tile<i32>
      }
      %1 = store_ptr_tko weak %arg0, %reduce#1 : tile<ptr<i32>>, tile<i32> -> token
      return
    }
  }
}
