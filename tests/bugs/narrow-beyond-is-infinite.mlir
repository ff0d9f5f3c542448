// Rounding towards zero ends at the greatest number.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f16[1] = fill(7)
// tilefuzz.args &out 65504
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16>>, %x: tile<f16>) {
    %r = addf %x, %x rounding<zero> : tile<f16>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
}
