// M34: M33 without the edge
//
//   B0: a = ld.w x ; b = st.rel.dev f 1
//   B1: c = ld.acq.dev f ; [c==1] e = st.w x 1 @c
//   UB: race a/e
//   guards: load sunk below a release
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.args &x &f
// tilefuzz.expect race a/e

cuda_tile.module @litmus {
  entry @M34(%x_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %a, %a_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("a")
      %c2 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko release device %f_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c3 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c3, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c, %c_token = load_ptr_tko acquire device %f_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %c4 = constant <i32: 1> : tile<i32>
      %is5 = cmpi equal %c, %c4, signed : tile<i32> -> tile<i1>
      %e_token = if %is5 -> (token) {
        %c6 = constant <i32: 1> : tile<i32>
        %e_then_token = store_ptr_tko weak %x_at, %c6 token=%c_token : tile<ptr<i32>>, tile<i32> -> token loc("e")
        yield %e_then_token : token
      } else {
        yield %c_token : token
      }
    }
    return
  }
}
