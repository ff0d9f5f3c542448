// The first condition holds, and the second does not: there is nothing to do.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 1 0
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>) {
    %a = trunci %m : tile<i32> -> tile<i1>
    %b = trunci %n : tile<i32> -> tile<i1>
    if %a {
      if %b {
        %t = store_ptr_tko weak %p, %m : tile<ptr<i32>>, tile<i32> -> token
      }
    } else {
      %u = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
