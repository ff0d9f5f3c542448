// A21: release store, then relaxed store to the same place
//
//   B0: a = st.w d 1 ; b = st.rel.dev f 1 @a ; c = st.rlx.dev f 2 @b
//   B1: e = ld.acq.dev f ; [e==2] g = ld.w d @e
//   UB under reading W only: race a/g
//   guards: UB under reading W, defined under reading S (PTX release pattern): counted, never a finding
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.args &d &f
// tilefuzz.expect race a/g
// tilefuzz.expect reading-dependent

cuda_tile.module @litmus {
  entry @A21(%d_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko weak %d_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %c3 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko release device %f_at, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
      %c4 = constant <i32: 2> : tile<i32>
      %c_token = store_ptr_tko relaxed device %f_at, %c4 token=%b_token : tile<ptr<i32>>, tile<i32> -> token loc("c")
    }
    %c5 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c5, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %e, %e_token = load_ptr_tko acquire device %f_at : tile<ptr<i32>> -> tile<i32>, token loc("e")
      %c6 = constant <i32: 2> : tile<i32>
      %is7 = cmpi equal %e, %c6, signed : tile<i32> -> tile<i1>
      %c8 = constant <i32: 0> : tile<i32>
      %g, %g_token = if %is7 -> (tile<i32>, token) {
        %g_then, %g_then_token = load_ptr_tko weak %d_at token=%e_token : tile<ptr<i32>> -> tile<i32>, token loc("g")
        yield %g_then, %g_then_token : tile<i32>, token
      } else {
        yield %c8, %e_token : tile<i32>, token
      }
    }
    return
  }
}
