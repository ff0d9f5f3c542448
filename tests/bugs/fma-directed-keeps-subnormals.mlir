// Half of the least normal number is flushed.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %x = constant <f32: 1.17549435e-38> : tile<f32>
    %half = constant <f32: 0.5> : tile<f32>
    %zero = constant <f32: 0.0> : tile<f32>
    %r = fma %x, %half, %zero rounding<zero> flush_to_zero : tile<f32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
