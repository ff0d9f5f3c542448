// RUN: tile-opt %s --split-input-file --tileas-assign-buffers 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=NOTE < %t.remarks
// RUN: not tile-opt %s --split-input-file --tileas-assign-buffers=barriers=1 2>&1 | FileCheck %s --check-prefix=BARRIERS
// RUN: tile-opt %s --split-input-file --tileas-assign-buffers=barriers=2 2>/dev/null | FileCheck %s --check-prefix=AGAIN
// AGAIN: barrier = 0
// AGAIN: barrier = 1
// AGAIN: barrier = 0
// BARRIERS: error: fails to assign named barrier
// NOTE: remark: share pipeline buffer

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
#S = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!ring = !nv_tileas.pipeline<tensor<512xf32, #L>, depth = 1>
!small = !nv_tileas.pipeline<tensor<128xf32, #S>, depth = 1>
!iter = !nv_tileas.pipeline_iter<depth = 1>
#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>

// The first two live together. The third could begin at 0, but is the same buffer as the second, which is empty for good.
// Barriers are used again when each has had its turn.
// CHECK-LABEL: nv_tileaa.func @buffers
// CHECK: create_pipeline {nv_tileas.barrier = 0 : i32, nv_tileas.offset = 0 : i64} : <tensor<128xf32
// CHECK: create_pipeline {nv_tileas.barrier = 1 : i32, nv_tileas.offset = 512 : i64} : <tensor<512xf32
// CHECK: create_pipeline {nv_tileas.barrier = 2 : i32, nv_tileas.offset = 512 : i64} : <tensor<512xf32
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @buffers() attributes {kernel_spec = #spec} {
    %i = nv_tileas.async.pipeline.create_iterator : !iter
    %p = nv_tileas.async.pipeline.create_pipeline : !small
    %q = nv_tileas.async.pipeline.create_pipeline : !ring
    %pc, %pt = nv_tileas.async.pipeline.consumer_wait %p[%i] pending = 0 : !small, !iter
    %qc, %qt = nv_tileas.async.pipeline.consumer_wait %q[%i] pending = 0 : !ring, !iter
    nv_tileas.async.pipeline.consumer_release %p, %pc : !small
    nv_tileas.async.pipeline.consumer_release %q, %qc : !ring
    %r = nv_tileas.async.pipeline.create_pipeline : !ring
    %rc, %rt = nv_tileas.async.pipeline.consumer_wait %r[%i] pending = 0 : !ring, !iter
    nv_tileas.async.pipeline.consumer_release %r, %rc : !ring
    nv_tileaa.return
  }
}
