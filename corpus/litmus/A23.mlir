// A23: A22 with one arrival relaxed
//
//   B0: a = st.w d0 1 ; b = rmw.rlx.dev c add 1 @a ; [b==1] p = ld.w d1 @b
//   B1: e = st.w d1 1 ; g = rmw.acq_rel.dev c add 1 @e ; [g==1] q = ld.w d0 @g
//   UB: race a/q, e/p
//   guards: ordering dropped on one of several atomics
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[2] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(0)
// tilefuzz.args &d &c
// tilefuzz.expect race a/q e/p

cuda_tile.module @litmus {
  entry @A23(%d_at: tile<ptr<i32>>, %c_at: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko weak %d_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %c3 = constant <i32: 1> : tile<i32>
      %b, %b_token = atomic_rmw_tko relaxed device %c_at, add, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("b")
      %c4 = constant <i32: 1> : tile<i32>
      %is5 = cmpi equal %b, %c4, signed : tile<i32> -> tile<i1>
      %c6 = constant <i32: 0> : tile<i32>
      %p, %p_token = if %is5 -> (tile<i32>, token) {
        %c7 = constant <i32: 1> : tile<i32>
        %p8 = offset %d_at, %c7 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
        %p_then, %p_then_token = load_ptr_tko weak %p8 token=%b_token : tile<ptr<i32>> -> tile<i32>, token loc("p")
        yield %p_then, %p_then_token : tile<i32>, token
      } else {
        yield %c6, %b_token : tile<i32>, token
      }
    }
    %c9 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c9, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c10 = constant <i32: 1> : tile<i32>
      %p11 = offset %d_at, %c10 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %c12 = constant <i32: 1> : tile<i32>
      %e_token = store_ptr_tko weak %p11, %c12 : tile<ptr<i32>>, tile<i32> -> token loc("e")
      %c13 = constant <i32: 1> : tile<i32>
      %g, %g_token = atomic_rmw_tko acq_rel device %c_at, add, %c13 token=%e_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("g")
      %c14 = constant <i32: 1> : tile<i32>
      %is15 = cmpi equal %g, %c14, signed : tile<i32> -> tile<i1>
      %c16 = constant <i32: 0> : tile<i32>
      %q, %q_token = if %is15 -> (tile<i32>, token) {
        %q_then, %q_then_token = load_ptr_tko weak %d_at token=%g_token : tile<ptr<i32>> -> tile<i32>, token loc("q")
        yield %q_then, %q_then_token : tile<i32>, token
      } else {
        yield %c16, %g_token : tile<i32>, token
      }
    }
    return
  }
}
