// RUN: tile-opt %s --split-input-file --verify-diagnostics --tileas-prepare-for-scheduling
// An order that is not the contract's is refused within one run, and across runs.
// RUN: not tile-opt %S/Inputs/empty.mlir --tileas-prepare-for-scheduling=steps=compact-memory,decompose-views 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not tile-opt %S/Inputs/empty.mlir --tileas-prepare-for-scheduling=steps=compact-memory \
// RUN:   --tileas-prepare-for-scheduling=steps=decompose-views 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: step 'decompose-views' of TileASPrepareForScheduling may not run after 'compact-memory'
// RUN: not tile-opt %S/Inputs/empty.mlir --tileas-prepare-for-scheduling=steps=refresh-boxes,refresh-boxes 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: step 'refresh-boxes' of TileASPrepareForScheduling may not run after 'refresh-boxes'
// RUN: not tile-opt %S/Inputs/empty.mlir --tileas-generate-schedule --tileas-prepare-for-scheduling=steps=mark-slices 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: step 'mark-slices' of TileASPrepareForScheduling may not run after TileASGenerateSchedule
// RUN: not tile-opt %S/Inputs/empty.mlir --tileas-prepare-for-scheduling=steps=all 2>&1 | FileCheck %s --check-prefix=STEP
// STEP: unknown step 'all'
// RUN: not tile-opt %S/Inputs/empty.mlir --tileas-prepare-for-scheduling=inject-bug=none 2>&1 | FileCheck %s --check-prefix=BUG
// BUG: unknown seeded bug of schedulers 'none'

module attributes {nv_tileaa.compute_capability = 90 : i32} {
  // expected-error @below {{'nv_tileas.prepared' names no step: 'twice'}}
  nv_tileaa.func @unknown() attributes {nv_tileas.prepared = "twice"} {
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!view = !nv_tileas.tiled_view<tile = [512], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
module {
  // expected-error @below {{failed to get compute capability}}
  nv_tileaa.func @no_capability(%view: !view, %at: index) {
    %x, %t = nv_tileas.tiled_load %view[%at] : (!view, index) -> (tensor<512xf32, #L>, !nv_tileaa.mem_token)
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!view = !nv_tileas.tiled_view<tile = [512], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
module attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @no_boxes(%view: !view, %at: index) {
    // expected-error @below {{has a box for tensor copies, which sm_80 lacks}}
    %x, %t = nv_tileas.tiled_load %view[%at] {nv_tileas.box = array<i64: 512>} : (!view, index) -> (tensor<512xf32, #L>, !nv_tileaa.mem_token)
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!view = !nv_tileas.tiled_view<tile = [512], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @large_box(%view: !view, %at: index) {
    // expected-error @below {{needs a box of at most 256 elements along each dimension, a multiple of 16 bytes along the last}}
    %x, %t = nv_tileas.tiled_load %view[%at] {nv_tileas.box = array<i64: 256>} : (!view, index) -> (tensor<512xf32, #L>, !nv_tileaa.mem_token)
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!ring = !nv_tileas.pipeline<tensor<512xf32, #L>, depth = 24>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  // expected-error @below {{the rings that live at the same time do not fit into 49152 bytes of shared memory}}
  nv_tileaa.func @full(%n: i32, %one: i32) {
    %i = nv_tileas.async.pipeline.create_iterator : !nv_tileas.pipeline_iter<depth = 24>
    %p = nv_tileas.async.pipeline.create_pipeline : !ring
    %q = nv_tileas.async.pipeline.create_pipeline : !ring
    scf.for %k = %one to %n step %one : i32 {
      %a = nv_tileas.async.pipeline.producer_acquire %p[%i] : !ring, !nv_tileas.pipeline_iter<depth = 24>
      %b = nv_tileas.async.pipeline.producer_acquire %q[%i] : !ring, !nv_tileas.pipeline_iter<depth = 24>
    }
    nv_tileaa.return
  }
}
