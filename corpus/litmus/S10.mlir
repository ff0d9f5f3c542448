// S10: join that lost an operand
//
//   B0: a = st.w x 1 ; b = st.w y 1 ; j = join @a ; c = ld.w x @j ; d = ld.w y @j
//   UB: race b/d
//   guards: join lowered to "the later of" its inputs (000, lower_join_mem_token); operand dropped while flattening joins
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.args &x &y
// tilefuzz.expect race b/d

cuda_tile.module @litmus {
  entry @S10(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %c2 = constant <i32: 1> : tile<i32>
    %b_token = store_ptr_tko weak %y_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %j_token = join_tokens %a_token, %a_token : token
    %c, %c_token = load_ptr_tko weak %x_at token=%j_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
    %d, %d_token = load_ptr_tko weak %y_at token=%j_token : tile<ptr<i32>> -> tile<i32>, token loc("d")
    return
  }
}
