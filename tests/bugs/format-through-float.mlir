// 1 + 2^-11 + 2^-40 lies above the middle of two f16; to f32 it is the middle.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f16[1] = fill(0)
// tilefuzz.args &out 1.00048828125090949470177292823791503906250
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16>>, %x: tile<f64>) {
    %r = ftof %x : tile<f64> -> tile<f16>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
}
