// RUN: not tile-opt %s --convert-tileas-to-nvvm 2>&1 | FileCheck %s
// What a group of copies fills is one tile; a slot of numbers needs mbarriers,
// whichever side comes first.
!ring = !nv_tileas.pipeline<i32, depth = 2>
!iter = !nv_tileas.pipeline_iter<depth = 2>
!tok = !nv_tileaa.mem_token
// CHECK: error: 'nv_tileas.async.pipeline.create_pipeline' has no mbarriers and slots that are no tile, which the lowering to NVVM does not support
module attributes {gpu.container_module, nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%x: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %p = nv_tileas.async.pipeline.create_pipeline : !ring
      %i = nv_tileas.async.pipeline.create_iterator : !iter
      %a, %e = nv_tileas.async.pipeline.producer_acquire %p[%i] : !ring, !iter -> !tok
      %w = nv_tileas.async.pipeline.producer_write %p, %a {
        nv_tileas.async.pipeline.yield %x, %e : i32, !tok
      } : !ring
      nv_tileas.async.pipeline.producer_commit %p, %w : !ring
      nv_tileaa.return
    }
  }
}
