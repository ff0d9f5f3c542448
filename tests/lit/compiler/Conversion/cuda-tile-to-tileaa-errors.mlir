// RUN: tile-opt %s --convert-cuda-tile-to-tileaa --verify-diagnostics

cuda_tile.module @m {
  entry @flush(%x: tile<f32>) {
    // expected-error @+1 {{'cuda_tile.maxf' with flush_to_zero is not supported by this lowering}}
    %0 = maxf %x, %x flush_to_zero : tile<f32>
  }
}
