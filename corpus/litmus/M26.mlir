// M26: two reads of one place, token (CoRR)
//
//   B0: a = st.rlx.dev x 1
//   B1: b = ld.rlx.dev x ; c = ld.rlx.dev x @b
//   allowed b c = (0,0) (0,1) (1,1)   forbidden (1,0)   engine D
//   guards: the edge between two strong loads of one place is required
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.args &x &b &c
// tilefuzz.expect observe b c
// tilefuzz.expect allowed (0,0) (0,1) (1,1)
// tilefuzz.expect forbidden (1,0)

cuda_tile.module @litmus {
  entry @M26(%x_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %c_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko relaxed device %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    }
    %c3 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c3, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %b, %b_token = load_ptr_tko relaxed device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
      %t4 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
      %c, %c_token = load_ptr_tko relaxed device %x_at token=%b_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %t5 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
