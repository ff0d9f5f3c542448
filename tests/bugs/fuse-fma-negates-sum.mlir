// 1 less a little, rounded up, is 1.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(7)
// tilefuzz.args &out 1.0 9.5367431640625e-7
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %c: tile<f32>, %a: tile<f32>) {
    %m = mulf %a, %a rounding<positive_inf> : tile<f32>
    %r = subf %c, %m rounding<positive_inf> : tile<f32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
