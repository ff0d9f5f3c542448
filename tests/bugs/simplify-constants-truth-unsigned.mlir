// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i32[1] = fill(7)
// tilefuzz.args &b0
module {
  cuda_tile.module @m {
    entry @main(%q: tile<ptr<i32>>) {
      %true = constant <i1: true> : tile<i1>
      %r = exti %true signed : tile<i1> -> tile<i32>
      %w = store_ptr_tko weak %q, %r : tile<ptr<i32>>, tile<i32> -> token
      return
    }
  }
}
