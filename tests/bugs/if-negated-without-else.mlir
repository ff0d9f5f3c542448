// The condition is true, so that nothing is stored.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 1 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %n = xori %c, %true : tile<i1>
    if %n {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
