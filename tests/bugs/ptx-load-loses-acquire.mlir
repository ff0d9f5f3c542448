// Found by a campaign and reduced.
// tilefuzz.launch grid=1,1,1 seed=0
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.args &f
module {
  cuda_tile.module @litmus {
    entry @A25(%arg0: tile<ptr<i32>>) {
      %result, %result_token = load_ptr_tko acquire device %arg0 : tile<ptr<i32>> -> tile<i32>, token
      return
    }
  }
}
