// RUN: tile-opt %s --convert-cuda-tile-to-tileaa --verify-diagnostics

cuda_tile.module @m {
  entry @square_root(%x: tile<f32>) {
    // expected-error @+1 {{'cuda_tile.sqrt' is not supported by the lowering to nv_tileaa}}
    %0 = sqrt %x : tile<f32>
  }
}
