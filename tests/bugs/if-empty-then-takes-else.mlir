// The condition holds, and there is nothing to do.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 1 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>, %x: tile<i32>) {
    %c = trunci %n : tile<i32> -> tile<i1>
    if %c {
    } else {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
