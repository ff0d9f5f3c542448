// S32: two relaxed stores, no token
//
//   B0: a = st.rlx.blk x 1 ; b = st.rlx.blk x 2
//   allowed [x] = 1 2   forbidden none   engine D
//   guards: nondeterministic source: outcome sets are compared, not single outcomes
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect observe x
// tilefuzz.expect allowed (1) (2)

cuda_tile.module @litmus {
  entry @S32(%x_at: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko relaxed tl_blk %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %c2 = constant <i32: 2> : tile<i32>
    %b_token = store_ptr_tko relaxed tl_blk %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    return
  }
}
