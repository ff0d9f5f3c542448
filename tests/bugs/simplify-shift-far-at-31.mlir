// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i32[1] = fill(1)
// tilefuzz.buffer b1 : i32[1] = fill(7)
// tilefuzz.args &b0 &b1
module {
  cuda_tile.module @m {
    entry @main(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
      %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      %k = constant <i32: 31> : tile<i32>
      %r = shli %x, %k : tile<i32>
      %w = store_ptr_tko weak %q, %r token=%t : tile<ptr<i32>>, tile<i32> -> token
      return
    }
  }
}
