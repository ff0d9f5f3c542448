// S31: one reader left out of the join
//
//   B0: a = st.w x 1 ; b = ld.w x @a ; c = ld.w x @a ; d = st.w x 2 @b
//   UB: race c/d
//   guards: "token has one user" assumptions; reader dropped from a join
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race c/d

cuda_tile.module @litmus {
  entry @S31(%x_at: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b, %b_token = load_ptr_tko weak %x_at token=%a_token : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %c, %c_token = load_ptr_tko weak %x_at token=%a_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
    %c2 = constant <i32: 2> : tile<i32>
    %d_token = store_ptr_tko weak %x_at, %c2 token=%b_token : tile<ptr<i32>>, tile<i32> -> token loc("d")
    return
  }
}
