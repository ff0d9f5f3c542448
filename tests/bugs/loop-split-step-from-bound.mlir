// Even numbers only.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 8 3
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>, %k: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %r = for %v in (%zero to %n, step %two) : tile<i32> iter_values(%acc = %zero) -> (tile<i32>) {
      %c = cmpi less_than %v, %k, signed : tile<i32> -> tile<i1>
      %m = if %c -> (tile<i32>) {
        yield %acc : tile<i32>
      } else {
        %d = addi %acc, %v : tile<i32>
        yield %d : tile<i32>
      }
      continue %m : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
