// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i32[1] = fill(2147483647)
// tilefuzz.buffer b1 : i32[1] = fill(7)
// tilefuzz.args &b0 &b1
module {
  cuda_tile.module @m {
    entry @main(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
      %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      %one = constant <i32: 1> : tile<i32>
      %zero = constant <i32: 0> : tile<i32>
      %m = constant <i32: -1> : tile<i32>
      %s = addi %x, %one : tile<i32>
      %c = cmpi less_than %s, %m, signed : tile<i32> -> tile<i1>
      %r = select %c, %one, %zero : tile<i1>, tile<i32>
      %w = store_ptr_tko weak %q, %r token=%t : tile<ptr<i32>>, tile<i32> -> token
      return
    }
  }
}
