// A22: last arriver reads everyone's data
//
//   B0: a = st.w d0 1 ; b = rmw.acq_rel.dev c add 1 @a ; [b==1] p = ld.w d1 @b
//   B1: e = st.w d1 1 ; g = rmw.acq_rel.dev c add 1 @e ; [g==1] q = ld.w d0 @g
//   allowed b p g q = (0,-,1,1) (1,1,0,-)   forbidden (0,-,0,-) (0,-,1,0) (1,0,0,-)   engine D
//   guards: split-k and stream-k reductions
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[2] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer p : i32[1] = fill(-1)
// tilefuzz.buffer g : i32[1] = fill(-1)
// tilefuzz.buffer q : i32[1] = fill(-1)
// tilefuzz.args &d &c &b &p &g &q
// tilefuzz.expect observe b p g q
// tilefuzz.expect allowed (0,-,1,1) (1,1,0,-)
// tilefuzz.expect forbidden (0,-,0,-) (0,-,1,0) (1,0,0,-)

cuda_tile.module @litmus {
  entry @A22(%d_at: tile<ptr<i32>>, %c_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %p_out: tile<ptr<i32>>, %g_out: tile<ptr<i32>>, %q_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko weak %d_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %c3 = constant <i32: 1> : tile<i32>
      %b, %b_token = atomic_rmw_tko acq_rel device %c_at, add, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("b")
      %t4 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
      %c5 = constant <i32: 1> : tile<i32>
      %is6 = cmpi equal %b, %c5, signed : tile<i32> -> tile<i1>
      %c7 = constant <i32: 0> : tile<i32>
      %p, %p_token = if %is6 -> (tile<i32>, token) {
        %c8 = constant <i32: 1> : tile<i32>
        %p9 = offset %d_at, %c8 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
        %p_then, %p_then_token = load_ptr_tko weak %p9 token=%b_token : tile<ptr<i32>> -> tile<i32>, token loc("p")
        %t10 = store_ptr_tko weak %p_out, %p_then : tile<ptr<i32>>, tile<i32> -> token
        yield %p_then, %p_then_token : tile<i32>, token
      } else {
        yield %c7, %b_token : tile<i32>, token
      }
    }
    %c11 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c11, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c12 = constant <i32: 1> : tile<i32>
      %p13 = offset %d_at, %c12 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %c14 = constant <i32: 1> : tile<i32>
      %e_token = store_ptr_tko weak %p13, %c14 : tile<ptr<i32>>, tile<i32> -> token loc("e")
      %c15 = constant <i32: 1> : tile<i32>
      %g, %g_token = atomic_rmw_tko acq_rel device %c_at, add, %c15 token=%e_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("g")
      %t16 = store_ptr_tko weak %g_out, %g : tile<ptr<i32>>, tile<i32> -> token
      %c17 = constant <i32: 1> : tile<i32>
      %is18 = cmpi equal %g, %c17, signed : tile<i32> -> tile<i1>
      %c19 = constant <i32: 0> : tile<i32>
      %q, %q_token = if %is18 -> (tile<i32>, token) {
        %q_then, %q_then_token = load_ptr_tko weak %d_at token=%g_token : tile<ptr<i32>> -> tile<i32>, token loc("q")
        %t20 = store_ptr_tko weak %q_out, %q_then : tile<ptr<i32>>, tile<i32> -> token
        yield %q_then, %q_then_token : tile<i32>, token
      } else {
        yield %c19, %g_token : tile<i32>, token
      }
    }
    return
  }
}
