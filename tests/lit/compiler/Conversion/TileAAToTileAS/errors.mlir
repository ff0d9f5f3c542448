// RUN: tile-opt %s --convert-tileaa-to-tileas --split-input-file --verify-diagnostics

// expected-error@+1 {{'nv_tileaa.func' without kernel_spec is not supported by the lowering to nv_tileas}}
nv_tileaa.func @spec() {
  nv_tileaa.return
}

// -----

// expected-error@+1 {{has 3 warps; the lowering to nv_tileas supports 1, 2, 4, 8, 16 and 32}}
nv_tileaa.func @warps() attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 3, numCtas = 1, occupancy = 1>} {
  nv_tileaa.return
}

// -----

nv_tileaa.func @shape(%x: f32) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
  // expected-error@+1 {{has a tile whose dimensions are not positive powers of two: 'tensor<3xf32>'}}
  %s = nv_tileaa.splat %x : f32 -> tensor<3xf32>
  nv_tileaa.return
}
