// S01: store then load, token
//
//   B0: a = st.w x 1 ; b = ld.w x @a
//   allowed b = 1   forbidden 0   engine D
//   guards: any rewrite that drops, replaces or bypasses a load/store token (000 invariants; 003 "tokens one for one")
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.args &x &b
// tilefuzz.expect observe b
// tilefuzz.expect allowed (1)
// tilefuzz.expect forbidden (0)

cuda_tile.module @litmus {
  entry @S01(%x_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b, %b_token = load_ptr_tko weak %x_at token=%a_token : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %t2 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
