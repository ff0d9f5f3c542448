// The product is subnormal, and the operation flushes it to 0.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(1)
// tilefuzz.args &out 0x00C00000 0.5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %x: tile<f32>, %y: tile<f32>) {
    %r = mulf %x, %y flush_to_zero : tile<f32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
