// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b1 : i64[1] = fill(0)
// tilefuzz.args &b1 1
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i64>>, %arg1: tile<i64>) {
      %cst_0_i64 = constant <i64: 0> : tile<i64>
      %cst_1_i64 = constant <i64: 1> : tile<i64>
      for %loopIdx in (%cst_0_i64 to %cst_1_i64, step %arg1) : tile<i64> {
        %0 = store_ptr_tko weak %arg0, %loopIdx : tile<ptr<i64>>, tile<i64> -> token
      }
      return
    }
  }
}
