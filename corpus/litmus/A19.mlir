// A19: release seen through a relaxed atomic
//
//   B0: a = st.w d 1 ; b = st.rel.dev f 1 @a
//   B1: c = rmw.rlx.dev f add 1
//   B2: e = ld.acq.dev f ; [e==2] g = ld.w d @e
//   allowed e g = (0,-) (1,-) (2,1)   forbidden (2,0)   engine D
//   guards: observation order runs through atomics
//
// tilefuzz.launch grid=3 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.buffer g : i32[1] = fill(-1)
// tilefuzz.args &d &f &e &g
// tilefuzz.expect observe e g
// tilefuzz.expect allowed (0,-) (1,-) (2,1)
// tilefuzz.expect forbidden (2,0)

cuda_tile.module @litmus {
  entry @A19(%d_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>, %e_out: tile<ptr<i32>>, %g_out: tile<ptr<i32>>) {
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
      %c5 = constant <i32: 1> : tile<i32>
      %c, %c_token = atomic_rmw_tko relaxed device %f_at, add, %c5 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("c")
    }
    %c6 = constant <i32: 2> : tile<i32>
    %is_block2 = cmpi equal %block, %c6, signed : tile<i32> -> tile<i1>
    if %is_block2 {
      %e, %e_token = load_ptr_tko acquire device %f_at : tile<ptr<i32>> -> tile<i32>, token loc("e")
      %t7 = store_ptr_tko weak %e_out, %e : tile<ptr<i32>>, tile<i32> -> token
      %c8 = constant <i32: 2> : tile<i32>
      %is9 = cmpi equal %e, %c8, signed : tile<i32> -> tile<i1>
      %c10 = constant <i32: 0> : tile<i32>
      %g, %g_token = if %is9 -> (tile<i32>, token) {
        %g_then, %g_then_token = load_ptr_tko weak %d_at token=%e_token : tile<ptr<i32>> -> tile<i32>, token loc("g")
        %t11 = store_ptr_tko weak %g_out, %g_then : tile<ptr<i32>>, tile<i32> -> token
        yield %g_then, %g_then_token : tile<i32>, token
      } else {
        yield %c10, %e_token : tile<i32>, token
      }
    }
    return
  }
}
