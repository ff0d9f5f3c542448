// M17: store buffering, release/acquire, tokens
//
//   B0: a = st.rel.dev x 1 ; b = ld.acq.dev y @a
//   B1: c = st.rel.dev y 1 ; e = ld.acq.dev x @c
//   allowed b e = (0,0) (0,1) (1,0) (1,1)   forbidden none   engine V
//   guards: (0,0) stays allowed: there is no sequentially consistent ordering in the dialect
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.args &x &y &b &e
// tilefuzz.expect observe b e
// tilefuzz.expect allowed (0,0) (0,1) (1,0) (1,1)

cuda_tile.module @litmus {
  entry @M17(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko release device %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %b, %b_token = load_ptr_tko acquire device %y_at token=%a_token : tile<ptr<i32>> -> tile<i32>, token loc("b")
      %t3 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c5 = constant <i32: 1> : tile<i32>
      %c_token = store_ptr_tko release device %y_at, %c5 : tile<ptr<i32>>, tile<i32> -> token loc("c")
      %e, %e_token = load_ptr_tko acquire device %x_at token=%c_token : tile<ptr<i32>> -> tile<i32>, token loc("e")
      %t6 = store_ptr_tko weak %e_out, %e : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
