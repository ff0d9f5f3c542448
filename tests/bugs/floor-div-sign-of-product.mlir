// 101 times -2 wraps to 54.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i8[1] = fill(7)
// tilefuzz.args &out 101 -2
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i8>>, %x: tile<i8>, %y: tile<i8>) {
    %r = divi %x, %y signed rounding<negative_inf> : tile<i8>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
}
