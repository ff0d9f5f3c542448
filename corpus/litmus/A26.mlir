// A26: A25 with the acquire load deleted and spliced
//
//   B0: a = st.rlx.dev d 1 ; b = st.rel.dev f 1 @a
//   B1: c = ld.rlx.dev f ; g = ld.rlx.dev d @c
//   allowed c g = (0,0) (0,1) (1,0) (1,1)   forbidden none   engine V
//   guards: the wrong target of A25 (a relaxed or weak unused load may be deleted)
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer g : i32[1] = fill(-1)
// tilefuzz.args &d &f &c &g
// tilefuzz.expect observe c g
// tilefuzz.expect allowed (0,0) (0,1) (1,0) (1,1)

cuda_tile.module @litmus {
  entry @A26(%d_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %g_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko relaxed device %d_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %c3 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko release device %f_at, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c, %c_token = load_ptr_tko relaxed device %f_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %t5 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %g, %g_token = load_ptr_tko relaxed device %d_at token=%c_token : tile<ptr<i32>> -> tile<i32>, token loc("g")
      %t6 = store_ptr_tko weak %g_out, %g : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
