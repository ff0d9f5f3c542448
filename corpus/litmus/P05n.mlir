// P05n: an assertion does not order the accesses around it
//
//   guards: assert treated as a barrier
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race a/b

cuda_tile.module @litmus {
  entry @P05n(%x_at: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %no = constant <i1: false> : tile<i1>
    %a = store_ptr_tko weak %x_at, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    assert %no, "never" : tile<i1>
    %b, %b_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
    return
  }
}
