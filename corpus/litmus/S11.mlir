// S11: join of one
//
//   B0: a = st.w x 1 ; j = join @a ; c = ld.w x @j
//   allowed c = 1   forbidden 0   engine D
//   guards: singleton join passes its token through (003)
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.args &x &c
// tilefuzz.expect observe c
// tilefuzz.expect allowed (1)
// tilefuzz.expect forbidden (0)

cuda_tile.module @litmus {
  entry @S11(%x_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %j_token = join_tokens %a_token, %a_token : token
    %c, %c_token = load_ptr_tko weak %x_at token=%j_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
    %t2 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
