// S02: store then load, no token
//
//   B0: a = st.w x 1 ; b = ld.w x
//   UB: race a/b
//   guards: the shape every cut edge leaves behind: the target has a race that the source lacks
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race a/b

cuda_tile.module @litmus {
  entry @S02(%x_at: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b, %b_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
    return
  }
}
