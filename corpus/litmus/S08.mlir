// S08: two loads, no token
//
//   B0: a = ld.w x ; b = ld.w x
//   allowed a b = (0,0)   forbidden none   engine D
//   guards: reads never conflict: no false race from CSE or reordering of weak loads
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.args &x &a &b
// tilefuzz.expect observe a b
// tilefuzz.expect allowed (0,0)

cuda_tile.module @litmus {
  entry @S08(%x_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>, %b_out: tile<ptr<i32>>) {
    %a, %a_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %t1 = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
    %b, %b_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %t2 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
