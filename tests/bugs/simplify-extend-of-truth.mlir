// True becomes -1 in an i8, and 255 from there.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 1
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %c: tile<i1>) {
    %s = exti %c signed : tile<i1> -> tile<i8>
    %r = exti %s unsigned : tile<i8> -> tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
