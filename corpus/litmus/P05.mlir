// P05: an assertion that fails orders nothing and ends nothing
//
//   guards: assert treated as a barrier, or the code after it as unreachable
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.args &x &b
// tilefuzz.expect observe b log
// tilefuzz.expect allowed (1,assertion failed at element 0: never)

cuda_tile.module @litmus {
  entry @P05(%x_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %no = constant <i1: false> : tile<i1>
    %a = store_ptr_tko weak %x_at, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    assert %no, "never" : tile<i1>
    %b, %b_token = load_ptr_tko weak %x_at token=%a : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %t = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
