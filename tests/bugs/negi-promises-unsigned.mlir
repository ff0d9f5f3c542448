// 0 - 5 does not wrap as a signed number; as an unsigned one it does.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &out 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %neg = negi %x overflow<no_wrap> : tile<i32>
    %t = store_ptr_tko weak %p, %neg : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
