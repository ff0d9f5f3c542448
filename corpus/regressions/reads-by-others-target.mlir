// The target of reads-by-others-source.mlir.
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer mem_x : i32[1] = list(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.args &mem_x &a &b &c

cuda_tile.module @litmus {
  entry @t(%x_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %c_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %is_block0 = cmpi equal %block, %zero, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %d_token = store_ptr_tko relaxed device %x_at, %one : tile<ptr<i32>>, tile<i32> -> token
    }
    %is_block1 = cmpi equal %block, %one, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c, %c_token = load_ptr_tko acquire device %x_at : tile<ptr<i32>> -> tile<i32>, token
      %t3 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %b, %b_token = atomic_rmw_tko release device %x_at, add, %two : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %t2 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
      %a, %a_token = load_ptr_tko relaxed device %x_at : tile<ptr<i32>> -> tile<i32>, token
      %t1 = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
