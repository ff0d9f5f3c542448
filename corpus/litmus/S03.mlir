// S03: same, relaxed tl_blk, no token
//
//   B0: a = st.rlx.blk x 1 ; b = ld.rlx.blk x
//   allowed b = 0 1   forbidden none   engine D
//   guards: interpreter must produce both values; weak must not be rewritten to relaxed to "fix" S02
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.args &x &b
// tilefuzz.expect observe b
// tilefuzz.expect allowed (0) (1)

cuda_tile.module @litmus {
  entry @S03(%x_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko relaxed tl_blk %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b, %b_token = load_ptr_tko relaxed tl_blk %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %t2 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
