// A18: successful cas is a write
//
//   B0: a = cas.rlx.dev x 0 9
//   B1: b = ld.w x
//   UB: race a/b
//   guards: counterpart of A17
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race a/b

cuda_tile.module @litmus {
  entry @A18(%x_at: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 0> : tile<i32>
      %c3 = constant <i32: 9> : tile<i32>
      %a, %a_token = atomic_cas_tko relaxed device %x_at, %c2, %c3 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("a")
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %b, %b_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
    }
    return
  }
}
