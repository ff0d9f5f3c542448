// Who returns stores nothing.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 1
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %c = trunci %n : tile<i32> -> tile<i1>
    loop {
      loop {
        if %c {
          return
        }
        break
      }
      %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      break
    }
    return
  }
}
