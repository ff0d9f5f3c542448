// M36: spin, two polls, carried token
//
//   B0: a = st.w d 1 ; b = st.rel.dev f 1 @a
//   B1: c = ld.acq.dev f ; [c==0] e = ld.acq.dev f @c ; [c==1] g = ld.w d @e ; [c==0 and e==1] h = ld.w d @e
//   allowed c e g h = (0,0,-,-) (0,1,-,1) (1,-,1,-)   forbidden (0,1,-,0) (1,-,0,-)   engine D
//   guards: the token that leaves a polling loop is the one of the successful poll
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.buffer g : i32[1] = fill(-1)
// tilefuzz.buffer h : i32[1] = fill(-1)
// tilefuzz.args &d &f &c &e &g &h
// tilefuzz.expect observe c e g h
// tilefuzz.expect allowed (0,0,-,-) (0,1,-,1) (1,-,1,-)
// tilefuzz.expect forbidden (0,1,-,0) (1,-,0,-)

cuda_tile.module @litmus {
  entry @M36(%d_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>, %g_out: tile<ptr<i32>>, %h_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko weak %d_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %c3 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko release device %f_at, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c, %c_token = load_ptr_tko acquire device %f_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %t5 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %c6 = constant <i32: 0> : tile<i32>
      %is7 = cmpi equal %c, %c6, signed : tile<i32> -> tile<i1>
      %c8 = constant <i32: 0> : tile<i32>
      %e, %e_token = if %is7 -> (tile<i32>, token) {
        %e_then, %e_then_token = load_ptr_tko acquire device %f_at token=%c_token : tile<ptr<i32>> -> tile<i32>, token loc("e")
        %t9 = store_ptr_tko weak %e_out, %e_then : tile<ptr<i32>>, tile<i32> -> token
        yield %e_then, %e_then_token : tile<i32>, token
      } else {
        yield %c8, %c_token : tile<i32>, token
      }
      %c10 = constant <i32: 1> : tile<i32>
      %is11 = cmpi equal %c, %c10, signed : tile<i32> -> tile<i1>
      %c12 = constant <i32: 0> : tile<i32>
      %g, %g_token = if %is11 -> (tile<i32>, token) {
        %g_then, %g_then_token = load_ptr_tko weak %d_at token=%e_token : tile<ptr<i32>> -> tile<i32>, token loc("g")
        %t13 = store_ptr_tko weak %g_out, %g_then : tile<ptr<i32>>, tile<i32> -> token
        yield %g_then, %g_then_token : tile<i32>, token
      } else {
        yield %c12, %e_token : tile<i32>, token
      }
      %c14 = constant <i32: 0> : tile<i32>
      %is15 = cmpi equal %c, %c14, signed : tile<i32> -> tile<i1>
      %c16 = constant <i32: 1> : tile<i32>
      %is17 = cmpi equal %e, %c16, signed : tile<i32> -> tile<i1>
      %is18 = andi %is15, %is17 : tile<i1>
      %c19 = constant <i32: 0> : tile<i32>
      %h, %h_token = if %is18 -> (tile<i32>, token) {
        %h_then, %h_then_token = load_ptr_tko weak %d_at token=%e_token : tile<ptr<i32>> -> tile<i32>, token loc("h")
        %t20 = store_ptr_tko weak %h_out, %h_then : tile<ptr<i32>>, tile<i32> -> token
        yield %h_then, %h_then_token : tile<i32>, token
      } else {
        yield %c19, %e_token : tile<i32>, token
      }
    }
    return
  }
}
