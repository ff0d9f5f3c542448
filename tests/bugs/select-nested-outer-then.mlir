// The condition is false: the inner one gives its second arm.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 0 1 2 3
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %c: tile<i1>, %a: tile<i32>, %b: tile<i32>, %d: tile<i32>) {
    %s = select %c, %b, %d : tile<i1>, tile<i32>
    %r = select %c, %a, %s : tile<i1>, tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
