// A weak store races with another block's store, also when a strong store of its
// own block has covered it since: no scope excuses a weak access.
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race a/c
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %block, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %block, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %b = store_ptr_tko relaxed device %x, %zero token=%a : tile<ptr<i32>>, tile<i32> -> token loc("b")
    } else {
      %c = store_ptr_tko relaxed device %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("c")
    }
    return
  }
}
