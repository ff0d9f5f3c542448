// See unordered-stores-source.mlir.
// tilefuzz.launch kernel=@program grid=2 seed=1
// tilefuzz.buffer x0 : i32[1] = list(0)
// tilefuzz.buffer x1 : i32[1] = list(0)
// tilefuzz.buffer x2 : i32[1] = list(0)
// tilefuzz.buffer d : i32[1] = fill(-1)
// tilefuzz.buffer g : i32[1] = fill(-1)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.args &x0 &x1 &x2 &d &g &a &b &c
cuda_tile.module @pair {
  entry @program(%x0: tile<ptr<i32>>, %x1: tile<ptr<i32>>, %x2: tile<ptr<i32>>, %d_out: tile<ptr<i32>>, %g_out: tile<ptr<i32>>, %a_out: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %c_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %first = constant <i32: 0> : tile<i32>
    %is_first = cmpi equal %block, %first, signed : tile<i32> -> tile<i1>
    if %is_first {
      %d, %d_token = load_ptr_tko weak %x2 : tile<ptr<i32>> -> tile<i32>, token loc("d")
      %c0 = constant <i32: 5> : tile<i32>
      %e_token = store_ptr_tko relaxed device %x1, %c0 : tile<ptr<i32>>, tile<i32> -> token loc("e")
      %f_token = store_ptr_tko release device %x1, %d : tile<ptr<i32>>, tile<i32> -> token loc("f")
      %d_seen = store_ptr_tko weak %d_out, %d : tile<ptr<i32>>, tile<i32> -> token
      %g_seen = store_ptr_tko weak %g_out, %d : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %a, %a_token = load_ptr_tko weak %x2 : tile<ptr<i32>> -> tile<i32>, token loc("a")
      %b, %b_token = load_ptr_tko relaxed device %x1 token=%a_token : tile<ptr<i32>> -> tile<i32>, token loc("b")
      %c, %c_token = load_ptr_tko relaxed device %x1 token=%b_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %a_seen = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
      %b_seen = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
      %c_seen = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
  entry @block(%x0: tile<ptr<i32>>, %x1: tile<ptr<i32>>, %x2: tile<ptr<i32>>, %d_out: tile<ptr<i32>>, %g_out: tile<ptr<i32>>, %a_out: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %c_out: tile<ptr<i32>>) {
    %d, %d_token = load_ptr_tko weak %x2 : tile<ptr<i32>> -> tile<i32>, token loc("d")
    %c1 = constant <i32: 5> : tile<i32>
    %e_token = store_ptr_tko relaxed device %x1, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("e")
    %f_token = store_ptr_tko release device %x1, %d : tile<ptr<i32>>, tile<i32> -> token loc("f")
    "tilefuzz.observe"(%d, %d) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
    return
  }
}
