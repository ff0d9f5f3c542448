// M28: 2+2W, relaxed, tokens
//
//   B0: a = st.rlx.dev x 1 ; b = st.rlx.dev y 2 @a
//   B1: c = st.rlx.dev y 1 ; e = st.rlx.dev x 2 @c
//   allowed [x] [y] = (1,1) (1,2) (2,1) (2,2)   forbidden none   engine V
//   guards: (1,1) allowed
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.args &x &y
// tilefuzz.expect observe x y
// tilefuzz.expect allowed (1,1) (1,2) (2,1) (2,2)

cuda_tile.module @litmus {
  entry @M28(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko relaxed device %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %c3 = constant <i32: 2> : tile<i32>
      %b_token = store_ptr_tko relaxed device %y_at, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c5 = constant <i32: 1> : tile<i32>
      %c_token = store_ptr_tko relaxed device %y_at, %c5 : tile<ptr<i32>>, tile<i32> -> token loc("c")
      %c6 = constant <i32: 2> : tile<i32>
      %e_token = store_ptr_tko relaxed device %x_at, %c6 token=%c_token : tile<ptr<i32>>, tile<i32> -> token loc("e")
    }
    return
  }
}
