// Three exchanges.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 3 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %a, %b = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%u = %x, %v = %y) -> (tile<i32>, tile<i32>) {
      continue %v, %u : tile<i32>, tile<i32>
    }
    %m = muli %a, %ten : tile<i32>
    %r = addi %m, %b : tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
