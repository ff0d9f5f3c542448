// The second store comes after the first.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 1 2
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    %u = store_ptr_tko weak %p, %y, %true token=%t : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    return
  }
}
