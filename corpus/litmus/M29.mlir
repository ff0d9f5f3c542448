// M29: read then write against a write (CoRW)
//
//   B0: a = ld.rlx.dev x ; b = st.rlx.dev x 1 @a
//   B1: c = st.rlx.dev x 2
//   allowed a [x] = (0,1) (0,2) (2,1)   forbidden (1,1) (1,2) (2,2)   engine D
//   guards: (2,2) forbidden
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.args &x &a
// tilefuzz.expect observe a x
// tilefuzz.expect allowed (0,1) (0,2) (2,1)
// tilefuzz.expect forbidden (1,1) (1,2) (2,2)

cuda_tile.module @litmus {
  entry @M29(%x_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %a, %a_token = load_ptr_tko relaxed device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("a")
      %t2 = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
      %c3 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko relaxed device %x_at, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
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
