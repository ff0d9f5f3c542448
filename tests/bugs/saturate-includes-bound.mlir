// 256 is the first number that a byte does not hold.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i8[1] = fill(7)
// tilefuzz.args &out 256
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i8>>, %x: tile<f32>) {
    %r = ftoi %x unsigned saturating : tile<f32> -> tile<i8>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
}
