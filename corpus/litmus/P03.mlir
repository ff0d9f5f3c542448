// P03: a token path runs through a print
//
//   guards: print deleted (release builds) without splicing its token
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.args &x &b
// tilefuzz.expect observe b log
// tilefuzz.expect allowed (1,A)

cuda_tile.module @litmus {
  entry @P03(%x_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko weak %x_at, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %p = print_tko "A\n" token=%a -> token
    %b, %b_token = load_ptr_tko weak %x_at token=%p : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %t = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
