// Rounding towards zero ends at the greatest number.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %x = constant <f32: 0x7F7FFFFF> : tile<f32>
    %r = addf %x, %x rounding<zero> : tile<f32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
