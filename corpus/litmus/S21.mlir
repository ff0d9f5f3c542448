// S21: if whose token result is bypassed
//
//   init p=1
//   B0: g = ld.w p ; a = st.w x 1 ; [g==1] b = st.w x 2 @a ; d = ld.w x @a
//   UB: race b/d
//   guards: token result of an if pruned together with dead data results
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer p : i32[1] = list(1)
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &p &x
// tilefuzz.expect race b/d

cuda_tile.module @litmus {
  entry @S21(%p_at: tile<ptr<i32>>, %x_at: tile<ptr<i32>>) {
    %g, %g_token = load_ptr_tko weak %p_at : tile<ptr<i32>> -> tile<i32>, token loc("g")
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %c2 = constant <i32: 1> : tile<i32>
    %is3 = cmpi equal %g, %c2, signed : tile<i32> -> tile<i1>
    %b_token = if %is3 -> (token) {
      %c4 = constant <i32: 2> : tile<i32>
      %b_then_token = store_ptr_tko weak %x_at, %c4 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
      yield %b_then_token : token
    } else {
      yield %a_token : token
    }
    %d, %d_token = load_ptr_tko weak %x_at token=%a_token : tile<ptr<i32>> -> tile<i32>, token loc("d")
    return
  }
}
