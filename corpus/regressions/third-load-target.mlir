// See third-load-source.mlir.
// tilefuzz.launch kernel=@program grid=2 seed=1
// tilefuzz.buffer x0 : i32[1] = list(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer d : i32[1] = fill(-1)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.args &x0 &c &d &e &a
cuda_tile.module @pair {
  entry @program(%x0: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %d_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>, %a_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %first = constant <i32: 0> : tile<i32>
    %is_first = cmpi equal %block, %first, signed : tile<i32> -> tile<i1>
    if %is_first {
      %c, %c_token = load_ptr_tko relaxed device %x0 : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %d, %d_token = load_ptr_tko relaxed device %x0 : tile<ptr<i32>> -> tile<i32>, token loc("d")
      %c0 = constant <i32: 6> : tile<i32>
      %f_token = store_ptr_tko relaxed device %x0, %c0 token=%d_token : tile<ptr<i32>>, tile<i32> -> token loc("f")
      %c_seen = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %d_seen = store_ptr_tko weak %d_out, %d : tile<ptr<i32>>, tile<i32> -> token
      %e_seen = store_ptr_tko weak %e_out, %c : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %a, %a_token = load_ptr_tko relaxed device %x0 : tile<ptr<i32>> -> tile<i32>, token loc("a")
      %c1 = constant <i32: 2> : tile<i32>
      %b_token = store_ptr_tko relaxed device %x0, %c1 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
      %a_seen = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
  entry @block(%x0: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %d_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>, %a_out: tile<ptr<i32>>) {
    %c, %c_token = load_ptr_tko relaxed device %x0 : tile<ptr<i32>> -> tile<i32>, token loc("c")
    %d, %d_token = load_ptr_tko relaxed device %x0 : tile<ptr<i32>> -> tile<i32>, token loc("d")
    %c2 = constant <i32: 6> : tile<i32>
    %f_token = store_ptr_tko relaxed device %x0, %c2 token=%d_token : tile<ptr<i32>>, tile<i32> -> token loc("f")
    "tilefuzz.observe"(%c, %d, %c) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
    return
  }
}
