// M31: same value written weakly by two blocks
//
//   B0: a = st.w x 1
//   B1: b = st.w x 1
//   UB: race a/b
//   guards: equal values do not excuse a race
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race a/b

cuda_tile.module @litmus {
  entry @M31(%x_at: tile<ptr<i32>>) {
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
      %b_token = store_ptr_tko weak %x_at, %c4 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    return
  }
}
