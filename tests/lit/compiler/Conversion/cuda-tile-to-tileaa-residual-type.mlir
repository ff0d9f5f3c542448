// RUN: tile-opt %s --convert-cuda-tile-to-tileaa=compute-capability=90 --verify-diagnostics

// expected-error @below {{failed to convert cuda_tile to nv_tileaa}}
module {
  // expected-error @+1 {{'func.func' keeps attribute 'function_type' of cuda_tile beyond the lowering to nv_tileaa}}
  func.func private @host(!cuda_tile.tile<f32>)
}
