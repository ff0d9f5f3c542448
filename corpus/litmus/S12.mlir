// S12: empty join, or a fresh token
//
//   B0: a = st.w x 1 ; j = make ; c = ld.w x @j
//   UB: race a/c
//   guards: empty join becomes create_mem_token (003): correct only if the source join was empty too
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race a/c

cuda_tile.module @litmus {
  entry @S12(%x_at: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %j_token = make_token : token
    %c, %c_token = load_ptr_tko weak %x_at token=%j_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
    return
  }
}
