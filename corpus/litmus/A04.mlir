// A04: atomic against a relaxed store
//
//   B0: a = rmw.rlx.dev x add 1
//   B1: b = st.rlx.dev x 5
//   allowed a [x] = (0,5) (5,6)   forbidden (0,1) (5,5)   engine D
//   guards: nothing may slip between the read and the write of one atomic
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.args &x &a
// tilefuzz.expect observe a x
// tilefuzz.expect allowed (0,5) (5,6)
// tilefuzz.expect forbidden (0,1) (5,5)

cuda_tile.module @litmus {
  entry @A04(%x_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a, %a_token = atomic_rmw_tko relaxed device %x_at, add, %c2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("a")
      %t3 = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c5 = constant <i32: 5> : tile<i32>
      %b_token = store_ptr_tko relaxed device %x_at, %c5 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    return
  }
}
