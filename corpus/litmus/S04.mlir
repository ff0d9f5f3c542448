// S04: load then store, token (WAR)
//
//   B0: a = ld.w x ; b = st.w x 1 @a
//   allowed a [x] = (0,1)   forbidden (1,1)   engine D
//   guards: sinking a load, hoisting a store, pipelining a copy over its own source
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.args &x &a
// tilefuzz.expect observe a x
// tilefuzz.expect allowed (0,1)
// tilefuzz.expect forbidden (1,1)

cuda_tile.module @litmus {
  entry @S04(%x_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>) {
    %a, %a_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %t1 = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
    %c2 = constant <i32: 1> : tile<i32>
    %b_token = store_ptr_tko weak %x_at, %c2 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
    return
  }
}
