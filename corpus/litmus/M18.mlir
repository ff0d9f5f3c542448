// M18: load buffering, no tokens
//
//   B0: a = ld.rlx.dev x ; b = st.rlx.dev y 1
//   B1: c = ld.rlx.dev y ; e = st.rlx.dev x 1
//   allowed a c = (0,0) (0,1) (1,0) (1,1)   forbidden none   engine D
//   guards: (1,1) allowed
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.args &x &y &a &c
// tilefuzz.expect observe a c
// tilefuzz.expect allowed (0,0) (0,1) (1,0) (1,1)

cuda_tile.module @litmus {
  entry @M18(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>, %c_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %a, %a_token = load_ptr_tko relaxed device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("a")
      %t2 = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
      %c3 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko relaxed device %y_at, %c3 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c, %c_token = load_ptr_tko relaxed device %y_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %t5 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %c6 = constant <i32: 1> : tile<i32>
      %e_token = store_ptr_tko relaxed device %x_at, %c6 : tile<ptr<i32>>, tile<i32> -> token loc("e")
    }
    return
  }
}
