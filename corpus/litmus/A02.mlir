// A02: one side has scope tl_blk
//
//   B0: a = rmw.rlx.blk x add 1
//   B1: b = rmw.rlx.dev x add 1
//   UB: race a/b
//   guards: scope narrowed by a rewrite
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race a/b

cuda_tile.module @litmus {
  entry @A02(%x_at: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a, %a_token = atomic_rmw_tko relaxed tl_blk %x_at, add, %c2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("a")
    }
    %c3 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c3, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c4 = constant <i32: 1> : tile<i32>
      %b, %b_token = atomic_rmw_tko relaxed device %x_at, add, %c4 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("b")
    }
    return
  }
}
