// Found by a campaign and reduced.
// tilefuzz.launch grid=1,1,1 seed=0
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
module {
  cuda_tile.module @litmus {
    entry @M17(%arg0: tile<ptr<i32>>) {
      %cst_0_i32 = constant <i32: 0> : tile<i32>
      %0 = store_ptr_tko release device %arg0, %cst_0_i32 : tile<ptr<i32>>, tile<i32> -> token
      return
    }
  }
}
