// S17: loop-carried token, two trips unrolled
//
//   B0: b = ld.w x ; c = st.w x b+1 @b ; d = ld.w x @c ; e = st.w x d+1 @d
//   allowed [x] = 2   forbidden 1   engine D
//   guards: for/loop conversion keeps token iteration arguments (003 block-argument flow); unrolling, peeling, splitting chain through
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect observe x
// tilefuzz.expect allowed (2)
// tilefuzz.expect forbidden (1)

cuda_tile.module @litmus {
  entry @S17(%x_at: tile<ptr<i32>>) {
    %b, %b_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %c1 = constant <i32: 1> : tile<i32>
    %v2 = addi %b, %c1 : tile<i32>
    %c_token = store_ptr_tko weak %x_at, %v2 token=%b_token : tile<ptr<i32>>, tile<i32> -> token loc("c")
    %d, %d_token = load_ptr_tko weak %x_at token=%c_token : tile<ptr<i32>> -> tile<i32>, token loc("d")
    %c3 = constant <i32: 1> : tile<i32>
    %v4 = addi %d, %c3 : tile<i32>
    %e_token = store_ptr_tko weak %x_at, %v4 token=%d_token : tile<ptr<i32>>, tile<i32> -> token loc("e")
    return
  }
}
