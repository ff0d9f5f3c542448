// The condition is false.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 0 5 6
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>, %a: tile<i32>, %b: tile<i32>) {
    %c = trunci %n : tile<i32> -> tile<i1>
    %r = if %c -> (tile<i32>) {
      %u = print_tko "yes\n" -> token
      yield %a : tile<i32>
    } else {
      yield %b : tile<i32>
    }
    if %c {
      %v = print_tko "again\n" -> token
    } else {
      %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
