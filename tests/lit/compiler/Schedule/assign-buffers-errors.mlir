// RUN: tile-opt %s --split-input-file --verify-diagnostics --tileas-assign-buffers

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!ring = !nv_tileas.pipeline<tensor<512xf32, #L>, depth = 24>
!iter = !nv_tileas.pipeline_iter<depth = 24>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @escapes(%c: i1) {
    // expected-error @below {{fails to resolve lifetime}}
    %p = nv_tileas.async.pipeline.create_pipeline : !ring
    // expected-note @below {{it goes into 'arith.select'}}
    %q = arith.select %c, %p, %p : !ring
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!ring = !nv_tileas.pipeline<tensor<512xf32, #L>, depth = 24>
!iter = !nv_tileas.pipeline_iter<depth = 24>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  // expected-error @below {{fails to assign smem buffer}}
  nv_tileaa.func @full() {
    %i = nv_tileas.async.pipeline.create_iterator : !iter
    %p = nv_tileas.async.pipeline.create_pipeline : !ring
    %q = nv_tileas.async.pipeline.create_pipeline : !ring
    %pc, %pt = nv_tileas.async.pipeline.consumer_wait %p[%i] pending = 0 : !ring, !iter
    %qc, %qt = nv_tileas.async.pipeline.consumer_wait %q[%i] pending = 0 : !ring, !iter
    nv_tileas.async.pipeline.consumer_release %p, %pc : !ring
    nv_tileas.async.pipeline.consumer_release %q, %qc : !ring
    nv_tileaa.return
  }
}
