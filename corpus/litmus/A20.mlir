// A20: the same with load and store instead of the atomic
//
//   B0: a = st.w d 1 ; b = st.rel.dev f 1 @a
//   B1: c = ld.rlx.dev f ; [c==1] h = st.rlx.dev f 2 @c
//   B2: e = ld.acq.dev f ; [e==2] g = ld.w d @e
//   UB: race a/g
//   guards: atomic split into load and store breaks the chain
//
// tilefuzz.launch grid=3 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.args &d &f
// tilefuzz.expect race a/g

cuda_tile.module @litmus {
  entry @A20(%d_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>) {
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
      %c, %c_token = load_ptr_tko relaxed device %f_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %c5 = constant <i32: 1> : tile<i32>
      %is6 = cmpi equal %c, %c5, signed : tile<i32> -> tile<i1>
      %h_token = if %is6 -> (token) {
        %c7 = constant <i32: 2> : tile<i32>
        %h_then_token = store_ptr_tko relaxed device %f_at, %c7 token=%c_token : tile<ptr<i32>>, tile<i32> -> token loc("h")
        yield %h_then_token : token
      } else {
        yield %c_token : token
      }
    }
    %c8 = constant <i32: 2> : tile<i32>
    %is_block2 = cmpi equal %block, %c8, signed : tile<i32> -> tile<i1>
    if %is_block2 {
      %e, %e_token = load_ptr_tko acquire device %f_at : tile<ptr<i32>> -> tile<i32>, token loc("e")
      %c9 = constant <i32: 2> : tile<i32>
      %is10 = cmpi equal %e, %c9, signed : tile<i32> -> tile<i1>
      %c11 = constant <i32: 0> : tile<i32>
      %g, %g_token = if %is10 -> (tile<i32>, token) {
        %g_then, %g_then_token = load_ptr_tko weak %d_at token=%e_token : tile<ptr<i32>> -> tile<i32>, token loc("g")
        yield %g_then, %g_then_token : tile<i32>, token
      } else {
        yield %c11, %e_token : tile<i32>, token
      }
    }
    return
  }
}
