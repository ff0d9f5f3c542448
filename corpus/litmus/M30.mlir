// M30: write then read against a write (CoWR)
//
//   B0: a = st.rlx.dev x 1 ; b = ld.rlx.dev x @a
//   B1: c = st.rlx.dev x 2
//   allowed b [x] = (1,1) (1,2) (2,2)   forbidden (0,1) (0,2) (2,1)   engine D
//   guards: (2,1) forbidden, 0 forbidden
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.args &x &b
// tilefuzz.expect observe b x
// tilefuzz.expect allowed (1,1) (1,2) (2,2)
// tilefuzz.expect forbidden (0,1) (0,2) (2,1)

cuda_tile.module @litmus {
  entry @M30(%x_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko relaxed device %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %b, %b_token = load_ptr_tko relaxed device %x_at token=%a_token : tile<ptr<i32>> -> tile<i32>, token loc("b")
      %t3 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c5 = constant <i32: 2> : tile<i32>
      %c_token = store_ptr_tko relaxed device %x_at, %c5 : tile<ptr<i32>>, tile<i32> -> token loc("c")
    }
    return
  }
}
