// M24: chain of two release/acquire pairs
//
//   B0: a = st.w d 1 ; b = st.rel.dev x 1 @a
//   B1: c = ld.acq.dev x ; [c==1] e = st.rel.dev y 1 @c
//   B2: g = ld.acq.dev y ; [g==1] h = ld.w d @g
//   allowed c g h = (0,0,-) (1,0,-) (1,1,1)   forbidden (1,1,0)   engine D
//   guards: happens-before is transitive
//
// tilefuzz.launch grid=3 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer g : i32[1] = fill(-1)
// tilefuzz.buffer h : i32[1] = fill(-1)
// tilefuzz.args &d &x &y &c &g &h
// tilefuzz.expect observe c g h
// tilefuzz.expect allowed (0,0,-) (1,0,-) (1,1,1)
// tilefuzz.expect forbidden (1,1,0)

cuda_tile.module @litmus {
  entry @M24(%d_at: tile<ptr<i32>>, %x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %g_out: tile<ptr<i32>>, %h_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko weak %d_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %c3 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko release device %x_at, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c, %c_token = load_ptr_tko acquire device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %t5 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %c6 = constant <i32: 1> : tile<i32>
      %is7 = cmpi equal %c, %c6, signed : tile<i32> -> tile<i1>
      %e_token = if %is7 -> (token) {
        %c8 = constant <i32: 1> : tile<i32>
        %e_then_token = store_ptr_tko release device %y_at, %c8 token=%c_token : tile<ptr<i32>>, tile<i32> -> token loc("e")
        yield %e_then_token : token
      } else {
        yield %c_token : token
      }
    }
    %c9 = constant <i32: 2> : tile<i32>
    %is_block2 = cmpi equal %block, %c9, signed : tile<i32> -> tile<i1>
    if %is_block2 {
      %g, %g_token = load_ptr_tko acquire device %y_at : tile<ptr<i32>> -> tile<i32>, token loc("g")
      %t10 = store_ptr_tko weak %g_out, %g : tile<ptr<i32>>, tile<i32> -> token
      %c11 = constant <i32: 1> : tile<i32>
      %is12 = cmpi equal %g, %c11, signed : tile<i32> -> tile<i1>
      %c13 = constant <i32: 0> : tile<i32>
      %h, %h_token = if %is12 -> (tile<i32>, token) {
        %h_then, %h_then_token = load_ptr_tko weak %d_at token=%g_token : tile<ptr<i32>> -> tile<i32>, token loc("h")
        %t14 = store_ptr_tko weak %h_out, %h_then : tile<ptr<i32>>, tile<i32> -> token
        yield %h_then, %h_then_token : tile<i32>, token
      } else {
        yield %c13, %g_token : tile<i32>, token
      }
    }
    return
  }
}
