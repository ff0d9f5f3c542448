// S30: two readers joined before a writer
//
//   B0: a = st.w x 1 ; b = ld.w x @a ; c = ld.w x @a ; j = join @b,c ; d = st.w x 2 @j
//   allowed b c [x] = (1,1,2)   forbidden all others   engine D
//   guards: fan-out and fan-in; token values are not linear
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.args &x &b &c
// tilefuzz.expect observe b c x
// tilefuzz.expect allowed (1,1,2)

cuda_tile.module @litmus {
  entry @S30(%x_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %c_out: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b, %b_token = load_ptr_tko weak %x_at token=%a_token : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %t2 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    %c, %c_token = load_ptr_tko weak %x_at token=%a_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
    %t3 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
    %j_token = join_tokens %b_token, %c_token : token
    %c4 = constant <i32: 2> : tile<i32>
    %d_token = store_ptr_tko weak %x_at, %c4 token=%j_token : tile<ptr<i32>>, tile<i32> -> token loc("d")
    return
  }
}
