// M22: IRIW, release/acquire
//
//   B0: a = st.rel.dev x 1
//   B1: b = st.rel.dev y 1
//   B2: c = ld.acq.dev x ; e = ld.acq.dev y @c
//   B3: g = ld.acq.dev y ; h = ld.acq.dev x @g
//   allowed c e g h = all 16   forbidden none   engine V
//   guards: all 16 allowed, (1,0,1,0) included: writes need not reach all blocks in one order
//
// tilefuzz.launch grid=4 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.buffer g : i32[1] = fill(-1)
// tilefuzz.buffer h : i32[1] = fill(-1)
// tilefuzz.args &x &y &c &e &g &h
// tilefuzz.expect observe c e g h
// tilefuzz.expect allowed (0,0,0,0) (0,0,0,1) (0,0,1,0) (0,0,1,1) (0,1,0,0) (0,1,0,1) (0,1,1,0) (0,1,1,1) (1,0,0,0) (1,0,0,1) (1,0,1,0) (1,0,1,1) (1,1,0,0) (1,1,0,1) (1,1,1,0) (1,1,1,1)

cuda_tile.module @litmus {
  entry @M22(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>, %g_out: tile<ptr<i32>>, %h_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko release device %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    }
    %c3 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c3, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c4 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko release device %y_at, %c4 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c5 = constant <i32: 2> : tile<i32>
    %is_block2 = cmpi equal %block, %c5, signed : tile<i32> -> tile<i1>
    if %is_block2 {
      %c, %c_token = load_ptr_tko acquire device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %t6 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %e, %e_token = load_ptr_tko acquire device %y_at token=%c_token : tile<ptr<i32>> -> tile<i32>, token loc("e")
      %t7 = store_ptr_tko weak %e_out, %e : tile<ptr<i32>>, tile<i32> -> token
    }
    %c8 = constant <i32: 3> : tile<i32>
    %is_block3 = cmpi equal %block, %c8, signed : tile<i32> -> tile<i1>
    if %is_block3 {
      %g, %g_token = load_ptr_tko acquire device %y_at : tile<ptr<i32>> -> tile<i32>, token loc("g")
      %t9 = store_ptr_tko weak %g_out, %g : tile<ptr<i32>>, tile<i32> -> token
      %h, %h_token = load_ptr_tko acquire device %x_at token=%g_token : tile<ptr<i32>> -> tile<i32>, token loc("h")
      %t10 = store_ptr_tko weak %h_out, %h : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
