// M23: write-to-read causality
//
//   B0: a = st.rlx.dev x 1
//   B1: b = ld.rlx.dev x ; c = st.rel.dev y 1 @b
//   B2: e = ld.acq.dev y ; g = ld.rlx.dev x @e
//   allowed b e g = all but (1,1,0)   forbidden (1,1,0)   engine D
//   guards: observation is cumulative: only (1,1,0) forbidden
//
// tilefuzz.launch grid=3 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.buffer g : i32[1] = fill(-1)
// tilefuzz.args &x &y &b &e &g
// tilefuzz.expect observe b e g
// tilefuzz.expect allowed (0,0,0) (0,0,1) (0,1,0) (0,1,1) (1,0,0) (1,0,1) (1,1,1)
// tilefuzz.expect forbidden (1,1,0)

cuda_tile.module @litmus {
  entry @M23(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>, %g_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko relaxed device %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    }
    %c3 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c3, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %b, %b_token = load_ptr_tko relaxed device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
      %t4 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
      %c5 = constant <i32: 1> : tile<i32>
      %c_token = store_ptr_tko release device %y_at, %c5 token=%b_token : tile<ptr<i32>>, tile<i32> -> token loc("c")
    }
    %c6 = constant <i32: 2> : tile<i32>
    %is_block2 = cmpi equal %block, %c6, signed : tile<i32> -> tile<i1>
    if %is_block2 {
      %e, %e_token = load_ptr_tko acquire device %y_at : tile<ptr<i32>> -> tile<i32>, token loc("e")
      %t7 = store_ptr_tko weak %e_out, %e : tile<ptr<i32>>, tile<i32> -> token
      %g, %g_token = load_ptr_tko relaxed device %x_at token=%e_token : tile<ptr<i32>> -> tile<i32>, token loc("g")
      %t8 = store_ptr_tko weak %g_out, %g : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
