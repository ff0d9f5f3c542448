cuda_tile.module @kernels {
  entry @k(%x: tile<f32>) {
    %0 = atan2 %x, %x : tile<f32>
    %1 = exp %0 rounding<approx> : tile<f32>
    return
  }
}
