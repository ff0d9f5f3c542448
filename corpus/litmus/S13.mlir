// S13: order is transitive through an unrelated access
//
//   B0: a = st.w x 1 ; b = ld.w y @a ; c = ld.w x @b
//   allowed b c = (0,1)   forbidden (0,0)   engine D
//   guards: deleting or moving b must splice: its users inherit its input token
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.args &x &y &b &c
// tilefuzz.expect observe b c
// tilefuzz.expect allowed (0,1)
// tilefuzz.expect forbidden (0,0)

cuda_tile.module @litmus {
  entry @S13(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %c_out: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b, %b_token = load_ptr_tko weak %y_at token=%a_token : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %t2 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    %c, %c_token = load_ptr_tko weak %x_at token=%b_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
    %t3 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
