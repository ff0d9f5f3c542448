// M12: consumer lost its token
//
//   B0: a = st.w d 1 ; b = st.rel.dev f 1 @a
//   B1: c = ld.acq.dev f ; [c==1] e = ld.w d
//   UB: race a/e
//   guards: load hoisted over an acquire; control dependence does not order
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.args &d &f
// tilefuzz.expect race a/e

cuda_tile.module @litmus {
  entry @M12(%d_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>) {
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
      %c5 = constant <i32: 1> : tile<i32>
      %is6 = cmpi equal %c, %c5, signed : tile<i32> -> tile<i1>
      %t7 = make_token : token
      %c8 = constant <i32: 0> : tile<i32>
      %e, %e_token = if %is6 -> (tile<i32>, token) {
        %e_then, %e_then_token = load_ptr_tko weak %d_at token=%t7 : tile<ptr<i32>> -> tile<i32>, token loc("e")
        yield %e_then, %e_then_token : tile<i32>, token
      } else {
        yield %c8, %t7 : tile<i32>, token
      }
    }
    return
  }
}
