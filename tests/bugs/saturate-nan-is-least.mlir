// NaN is 0.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out nan
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<f32>) {
    %r = ftoi %x signed saturating : tile<f32> -> tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
