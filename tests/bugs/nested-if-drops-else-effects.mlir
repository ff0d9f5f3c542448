// The inner else branch stores.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(-1)
// tilefuzz.args &out 1 0
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %a = trunci %x : tile<i32> -> tile<i1>
    %b = trunci %y : tile<i32> -> tile<i1>
    if %a {
      if %b {
        %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
      } else {
        %t = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
}
