// +0 is the greater zero.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(7)
// tilefuzz.args &out 0.0 -0.0
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %x: tile<f32>, %y: tile<f32>) {
    %r = maxf %x, %y : tile<f32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
