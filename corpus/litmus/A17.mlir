// A17: failing cas writes nothing
//
//   B0: a = cas.rlx.dev x 5 9
//   B1: b = ld.w x
//   allowed a b = (0,0)   forbidden none   engine D
//   guards: cas lowered to an unconditional exchange, or to a store of the old value
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.args &x &a &b
// tilefuzz.expect observe a b
// tilefuzz.expect allowed (0,0)

cuda_tile.module @litmus {
  entry @A17(%x_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>, %b_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 5> : tile<i32>
      %c3 = constant <i32: 9> : tile<i32>
      %a, %a_token = atomic_cas_tko relaxed device %x_at, %c2, %c3 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("a")
      %t4 = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
    }
    %c5 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c5, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %b, %b_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
      %t6 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
