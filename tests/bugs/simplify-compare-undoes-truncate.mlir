// 259 ends in the byte 3.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 259
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %k = constant <i8: 3> : tile<i8>
    %y = trunci %x : tile<i32> -> tile<i8>
    %c = cmpi equal %y, %k, signed : tile<i8> -> tile<i1>
    %r = exti %c unsigned : tile<i1> -> tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
