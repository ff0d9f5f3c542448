// S15: masked-off store erased, users get a fresh token
//
//   B0: a = st.w x 1 ; b = st.w y 9 ?0 ; c = ld.w x @b
//   UB: race a/c
//   guards: constant-false masked store fold (000): result token := input token, never a new token
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.args &x &y
// tilefuzz.expect race a/c

cuda_tile.module @litmus {
  entry @S15(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %c2 = constant <i32: 0> : tile<i32>
    %c3 = constant <i32: 0> : tile<i32>
    %is4 = cmpi not_equal %c3, %c2, signed : tile<i32> -> tile<i1>
    %c5 = constant <i32: 9> : tile<i32>
    %b_token = store_ptr_tko weak %y_at, %c5, %is4 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token loc("b")
    %c, %c_token = load_ptr_tko weak %x_at token=%b_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
    return
  }
}
