// M32: neighbouring elements written by two blocks
//
//   B0: a = st.w x 1
//   B1: b = st.w y 1
//   allowed [x] [y] = (1,1)   forbidden none   engine D
//   guards: no false sharing: a lowering may not widen a store over a neighbour
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.args &x &y
// tilefuzz.expect observe x y
// tilefuzz.expect allowed (1,1)

cuda_tile.module @litmus {
  entry @M32(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko weak %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    }
    %c3 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c3, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c4 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko weak %y_at, %c4 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    return
  }
}
