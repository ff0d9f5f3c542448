// With atomic-max-reordered-target.mlir: two accesses that nothing orders stand the
// other way round in the text.
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer mem_x : i32[1] = list(0)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.args &mem_x &e &b

cuda_tile.module @litmus {
  entry @t(%x_at: tile<ptr<i32>>, %e_out: tile<ptr<i32>>, %b_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %e, %e_token = atomic_rmw_tko relaxed device %x_at, max, %c2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("e")
      %t3 = store_ptr_tko weak %e_out, %e : tile<ptr<i32>>, tile<i32> -> token
      %b, %b_token = load_ptr_tko relaxed device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
      %t4 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    }
    %c5 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c5, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c6 = constant <i32: 2> : tile<i32>
      %d_token = store_ptr_tko relaxed device %x_at, %c6 : tile<ptr<i32>>, tile<i32> -> token loc("d")
    }
    return
  }
}
