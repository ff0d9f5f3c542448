// S33: reading the own future store
//
//   B0: a = ld.rlx.blk x ; b = st.rlx.blk x 1
//   allowed a = 0 1   forbidden none   engine D
//   guards: the spec's "reading from the future" hazard
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.args &x &a
// tilefuzz.expect observe a
// tilefuzz.expect allowed (0) (1)

cuda_tile.module @litmus {
  entry @S33(%x_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>) {
    %a, %a_token = load_ptr_tko relaxed tl_blk %x_at : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %t1 = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
    %c2 = constant <i32: 1> : tile<i32>
    %b_token = store_ptr_tko relaxed tl_blk %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    return
  }
}
