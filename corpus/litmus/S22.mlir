// S22: zero-trip loop: result token is the initial token
//
//   init n=0
//   B0: g = ld.w n ; a = st.w x 1 ; [g>0] b = st.w x 2 @a ; d = ld.w x @b
//   allowed d = 1   forbidden 0   engine D
//   guards: loop deletion returns the initial token, not a fresh one
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer n : i32[1] = fill(0)
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer d : i32[1] = fill(-1)
// tilefuzz.args &n &x &d
// tilefuzz.expect observe d
// tilefuzz.expect allowed (1)
// tilefuzz.expect forbidden (0)

cuda_tile.module @litmus {
  entry @S22(%n_at: tile<ptr<i32>>, %x_at: tile<ptr<i32>>, %d_out: tile<ptr<i32>>) {
    %g, %g_token = load_ptr_tko weak %n_at : tile<ptr<i32>> -> tile<i32>, token loc("g")
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %c2 = constant <i32: 0> : tile<i32>
    %is3 = cmpi greater_than %g, %c2, signed : tile<i32> -> tile<i1>
    %b_token = if %is3 -> (token) {
      %c4 = constant <i32: 2> : tile<i32>
      %b_then_token = store_ptr_tko weak %x_at, %c4 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
      yield %b_then_token : token
    } else {
      yield %a_token : token
    }
    %d, %d_token = load_ptr_tko weak %x_at token=%b_token : tile<ptr<i32>> -> tile<i32>, token loc("d")
    %t5 = store_ptr_tko weak %d_out, %d : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
