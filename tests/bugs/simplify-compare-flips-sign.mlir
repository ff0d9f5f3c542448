// Flipping the sign turns one order into the other.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 3
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %sign = constant <i32: -2147483648> : tile<i32>
    %k = constant <i32: 5> : tile<i32>
    %f = xori %x, %sign : tile<i32>
    %c = cmpi less_than %f, %k, signed : tile<i32> -> tile<i1>
    %r = exti %c unsigned : tile<i1> -> tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
