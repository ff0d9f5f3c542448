// The two diagnostics of the pass, word for word, and where it failed.
// RUN: not tile-opt %s --convert-cuda-tile-to-tileaa="compute-capability=90 disable-patterns=cuda_tile.sqrt" 2>&1 | FileCheck %s --check-prefix=RESIDUAL
// RUN: not tile-opt %s --convert-cuda-tile-to-tileaa="compute-capability=90 disable-patterns=cuda_tile.ceil" 2>&1 | FileCheck %s --check-prefix=FALLBACK
// RUN: not tile-opt %s --convert-cuda-tile-to-tileaa="compute-capability=sm90" 2>&1 | FileCheck %s --check-prefix=CC
// RUN: not tile-opt %s --convert-cuda-tile-to-tileaa="compute-capability=" 2>&1 | FileCheck %s --check-prefix=CC
// RUN: not tile-opt %s --convert-cuda-tile-to-tileaa 2>&1 | FileCheck %s --check-prefix=CC
// RUN: tile-opt %s --convert-cuda-tile-to-tileaa=compute-capability=90 | FileCheck %s
// RUN: tile-opt %s --convert-cudatile-to-tileaa=compute-capability=90 | FileCheck %s
// CC: error: invalid or missing --compute-capability option
// RESIDUAL: errors.mlir:[[# @LINE + 8]]:10: error: failed to legalize operation 'cuda_tile.sqrt'
// RESIDUAL: error: failed to convert cuda_tile to nv_tileaa
// FALLBACK: errors.mlir:[[# @LINE + 9]]:10: error: failed to legalize operation 'cuda_tile.ceil'
// FALLBACK: error: failed to convert cuda_tile to nv_tileaa
// CHECK: nv_tileaa.compute_capability = 90
cuda_tile.module @m {
  entry @square_root(%x: tile<f32>) {
    // CHECK: nv_tileaa.sqrt
    %0 = sqrt %x : tile<f32>
    // From PDL, with what the operation carries.
    // CHECK: math.ceil %{{.*}} fastmath<contract> {tag = "kept"} : f32
    %1 = ceil %0 {fastmath = #arith.fastmath<contract>, tag = "kept"} : tile<f32>
  }
}
