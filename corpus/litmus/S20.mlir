// S20: token through if, other branch
//
//   init p=0
//   B0: g = ld.w p ; a = st.w x 1 ; [g==1] b = st.w x 2 @a ; [g!=1] c = st.w y 3 @a ; j = join @b,c ; d = ld.w x @j
//   allowed d = 1   forbidden 0   engine D
//   guards: branch swap without swapping the yielded tokens
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer p : i32[1] = fill(0)
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer d : i32[1] = fill(-1)
// tilefuzz.args &p &x &y &d
// tilefuzz.expect observe d
// tilefuzz.expect allowed (1)
// tilefuzz.expect forbidden (0)

cuda_tile.module @litmus {
  entry @S20(%p_at: tile<ptr<i32>>, %x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %d_out: tile<ptr<i32>>) {
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
    %c5 = constant <i32: 1> : tile<i32>
    %is6 = cmpi not_equal %g, %c5, signed : tile<i32> -> tile<i1>
    %c_token = if %is6 -> (token) {
      %c7 = constant <i32: 3> : tile<i32>
      %c_then_token = store_ptr_tko weak %y_at, %c7 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("c")
      yield %c_then_token : token
    } else {
      yield %a_token : token
    }
    %j_token = join_tokens %b_token, %c_token : token
    %d, %d_token = load_ptr_tko weak %x_at token=%j_token : tile<ptr<i32>> -> tile<i32>, token loc("d")
    %t8 = store_ptr_tko weak %d_out, %d : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
