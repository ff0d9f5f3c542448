// A bound that is the end is never reached.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %r = for %v in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %one) -> (tile<i32>) {
      %c = cmpi less_than_or_equal %v, %n, signed : tile<i32> -> tile<i1>
      %m = if %c -> (tile<i32>) {
        %a = addi %acc, %one : tile<i32>
        yield %a : tile<i32>
      } else {
        %d = muli %acc, %ten : tile<i32>
        yield %d : tile<i32>
      }
      continue %m : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
