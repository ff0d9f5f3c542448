// Below -0.0 is the least negative f16.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f16[1] = fill(7)
// tilefuzz.args &out -5.9604644775390625e-08 5.9604644775390625e-08
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16>>, %x: tile<f16>, %y: tile<f16>) {
    %r = mulf %x, %y rounding<negative_inf> : tile<f16>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
}
