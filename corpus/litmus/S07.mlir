// S07: store, store, no token
//
//   B0: a = st.w x 1 ; b = st.w x 2
//   UB: race a/b
//   guards: as S02
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race a/b

cuda_tile.module @litmus {
  entry @S07(%x_at: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %c2 = constant <i32: 2> : tile<i32>
    %b_token = store_ptr_tko weak %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    return
  }
}
