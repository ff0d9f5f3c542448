// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i32[1] = fill(1)
// tilefuzz.buffer b1 : i32[1] = fill(7)
// tilefuzz.args &b0 &b1
module {
  cuda_tile.module @m {
    entry @main(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
      %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      %one = constant <i32: 1> : tile<i32>
      %zero = constant <i32: 0> : tile<i32>
      %true = constant <i1: true> : tile<i1>
      %k5 = constant <i32: 5> : tile<i32>
      %k6 = constant <i32: 6> : tile<i32>
      %a = cmpi less_than %x, %k5, signed : tile<i32> -> tile<i1>
      %b = cmpi less_than %x, %k6, signed : tile<i32> -> tile<i1>
      %d = cmpi equal %x, %k6, signed : tile<i32> -> tile<i1>
      %ab = andi %a, %b : tile<i1>
      %abd = andi %ab, %d : tile<i1>
      %n = xori %abd, %true : tile<i1>
      %e = exti %n unsigned : tile<i1> -> tile<i32>
      %r = addi %e, %zero : tile<i32>
      %w = store_ptr_tko weak %q, %r token=%t : tile<ptr<i32>>, tile<i32> -> token
      return
    }
  }
}
