// S14: store masked off at run time on the token path
//
//   init m=0
//   B0: q = ld.w m ; a = st.w x 1 ; b = st.w y 9 ?q @a ; c = ld.w x @b
//   allowed c [y] = (1,0)   forbidden (0,0)   engine D
//   guards: an operation without accesses still carries order
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer m : i32[1] = fill(0)
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.args &m &x &y &c
// tilefuzz.expect observe c y
// tilefuzz.expect allowed (1,0)
// tilefuzz.expect forbidden (0,0)

cuda_tile.module @litmus {
  entry @S14(%m_at: tile<ptr<i32>>, %x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>) {
    %q, %q_token = load_ptr_tko weak %m_at : tile<ptr<i32>> -> tile<i32>, token loc("q")
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %c2 = constant <i32: 0> : tile<i32>
    %is3 = cmpi not_equal %q, %c2, signed : tile<i32> -> tile<i1>
    %c4 = constant <i32: 9> : tile<i32>
    %b_token = store_ptr_tko weak %y_at, %c4, %is3 token=%a_token : tile<ptr<i32>>, tile<i32>, tile<i1> -> token loc("b")
    %c, %c_token = load_ptr_tko weak %x_at token=%b_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
    %t5 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
