// See later-load-source.mlir.
// tilefuzz.launch kernel=@program grid=2 seed=1
// tilefuzz.buffer x : i32[1] = list(0)
// tilefuzz.buffer y : i32[1] = fill(-1)
// tilefuzz.buffer o0 : i32[1] = fill(-1)
// tilefuzz.buffer o1 : i32[1] = fill(-1)
// tilefuzz.buffer o2 : i32[1] = fill(-1)
// tilefuzz.args &x &y &o0 &o1 &o2
cuda_tile.module @pair {
  entry @program(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %o0: tile<ptr<i32>>, %o1: tile<ptr<i32>>, %o2: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %first = constant <i32: 0> : tile<i32>
    %is_first = cmpi equal %block, %first, signed : tile<i32> -> tile<i1>
    if %is_first {
      %six = constant <i32: 6> : tile<i32>
      %a, %a_t = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token loc("a")
      %c, %c_t = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %s_t = store_ptr_tko relaxed device %x, %six token=%a_t : tile<ptr<i32>>, tile<i32> -> token loc("s")
      %r = addi %c, %a : tile<i32>
      %o0_seen = store_ptr_tko weak %o0, %a : tile<ptr<i32>>, tile<i32> -> token
      %o1_seen = store_ptr_tko weak %o1, %r : tile<ptr<i32>>, tile<i32> -> token
      %o2_seen = store_ptr_tko weak %o2, %c : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
  entry @block(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %o0: tile<ptr<i32>>, %o1: tile<ptr<i32>>, %o2: tile<ptr<i32>>) {
      %six = constant <i32: 6> : tile<i32>
      %a, %a_t = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token loc("a")
      %c, %c_t = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %s_t = store_ptr_tko relaxed device %x, %six token=%a_t : tile<ptr<i32>>, tile<i32> -> token loc("s")
      %r = addi %c, %a : tile<i32>
      "tilefuzz.observe"(%a, %r, %c) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
    return
  }
}
