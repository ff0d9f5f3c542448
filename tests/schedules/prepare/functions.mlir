// Views of views, neighbours in memory, hints, rings in loops and with copies pending, boxes.
#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
#B = #nv_tileas.linear<reg = [1, 4], lane = [2, 8, 16, 32, 64], warp = [128, 256]>
#P = #nv_tileas.linear<reg = [1, 2, 4, 8], lane = [16, 32, 64, 128, 256], warp = [512, 1024]>
!memref = !nv_tileaa.memref<?xf32, strides = [1], 1>
!view = !nv_tileas.tiled_view<tile = [512], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
!plane = !nv_tileas.tiled_view<tile = [64, 32], memref = <?x?x?xf16, strides = [?, ?, 1], 1>, dim_map = [1, 2]>
!tok = !nv_tileaa.mem_token
!ring = !nv_tileas.pipeline<tensor<512xf32, #L>, depth = 1>
!iter = !nv_tileas.pipeline_iter<depth = 1>
#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @views(%p: !nv_tileaa.ptr<f32, 1>, %n: i64, %at: index) attributes {kernel_spec = #spec} {
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    %a = nv_tileas.view %m : !memref -> !view
    %b = nv_tileas.view %a : !view -> !memref
    %c = nv_tileas.view %b : !memref -> !view
    %d = nv_tileas.view %c : !view -> !memref
    %e = nv_tileas.view %d : !memref -> !view
    %x, %t = nv_tileas.tiled_load %e[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
    nv_tileaa.return
  }
  nv_tileaa.func @vectors(%p: !nv_tileaa.ptr<f32, 1>, %n: i64, %at: index) attributes {kernel_spec = #spec} {
    %p16 = nv_tileaa.assume #nv_tileaa.div_by<16>, %p : !nv_tileaa.ptr<f32, 1>
    %m16 = nv_tileaa.make_memref %p16, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    %v16 = nv_tileas.view %m16 : !memref -> !view
    %v = nv_tileas.view %m : !memref -> !view
    %x, %t = nv_tileas.tiled_load %v16[%at] {in_bounds} : (!view, index) -> (tensor<512xf32, #L>, !tok)
    %y, %u = nv_tileas.tiled_load %v16[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
    %z, %w = nv_tileas.tiled_load %v[%at] {in_bounds} : (!view, index) -> (tensor<512xf32, #L>, !tok)
    %a, %b = nv_tileas.tiled_load %v16[%at] {in_bounds} : (!view, index) -> (tensor<512xf32, #B>, !tok)
    nv_tileaa.return
  }
  nv_tileaa.func @hints(%x: tensor<512xf32, #L>, %n: i32, %one: i32) attributes {kernel_spec = #spec} {
    %0 = scf.for %i = %one to %n step %one iter_args(%a = %x) -> (tensor<512xf32, #L>) : i32 {
      %b = arith.negf %a {tileas.max_num_slices_for_non_reduce_axis = 4 : i32} : tensor<512xf32, #L>
      %c = math.exp2 %b {tileas.max_num_slices_for_non_reduce_axis = 2 : i32} : tensor<512xf32, #L>
      scf.yield %c : tensor<512xf32, #L>
    }
    nv_tileaa.return
  }
  nv_tileaa.func @rings(%view: !view, %n: i32, %one: i32, %at: index) attributes {kernel_spec = #spec} {
    %i = nv_tileas.async.pipeline.create_iterator : !iter
    %p = nv_tileas.async.pipeline.create_pipeline : !ring
    scf.for %k = %one to %n step %one : i32 {
      %pa = nv_tileas.async.pipeline.producer_acquire %p[%i] : !ring, !iter
      %pw = nv_tileas.async.pipeline.producer_write %p, %pa {
        %x, %t = nv_tileas.tiled_load %view[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
        nv_tileas.async.pipeline.yield %x, %t : tensor<512xf32, #L>, !tok
      } : !ring
      nv_tileas.async.pipeline.producer_commit %p, %pw : !ring
      %pc, %pt = nv_tileas.async.pipeline.consumer_wait %p[%i] pending = 0 : !ring, !iter
      nv_tileas.async.pipeline.consumer_release %p, %pc : !ring
      %q = nv_tileas.async.pipeline.create_pipeline : !ring
      %qa = nv_tileas.async.pipeline.producer_acquire %q[%i] : !ring, !iter
      %qw = nv_tileas.async.pipeline.producer_write %q, %qa {
        %x, %t = nv_tileas.tiled_load %view[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
        nv_tileas.async.pipeline.yield %x, %t : tensor<512xf32, #L>, !tok
      } : !ring
      nv_tileas.async.pipeline.producer_commit %q, %qw : !ring
      %qc, %qt = nv_tileas.async.pipeline.consumer_wait %q[%i] pending = 0 : !ring, !iter
      nv_tileas.async.pipeline.consumer_release %q, %qc : !ring
    }
    nv_tileaa.return
  }
  nv_tileaa.func @pending(%view: !view, %at: index) attributes {kernel_spec = #spec} {
    %i = nv_tileas.async.pipeline.create_iterator : !iter
    %p = nv_tileas.async.pipeline.create_pipeline : !ring
    %pa = nv_tileas.async.pipeline.producer_acquire %p[%i] : !ring, !iter
    %pw = nv_tileas.async.pipeline.producer_write %p, %pa {
      %x, %t = nv_tileas.tiled_load %view[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
      nv_tileas.async.pipeline.yield %x, %t : tensor<512xf32, #L>, !tok
    } : !ring
    nv_tileas.async.pipeline.producer_commit %p, %pw : !ring
    %q = nv_tileas.async.pipeline.create_pipeline : !ring
    %qa = nv_tileas.async.pipeline.producer_acquire %q[%i] : !ring, !iter
    nv_tileaa.return
  }
  // Each thread arrives when it has read, and does not know of the others.
  nv_tileaa.func @arrivals(%x: tensor<512xf32, #L>, %at: index) attributes {kernel_spec = #spec} {
    %i = nv_tileas.async.pipeline.create_iterator : !iter
    %p = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : !ring
    %pa, %e = nv_tileas.async.pipeline.producer_acquire %p[%i] : !ring, !iter -> !tok
    %pw = nv_tileas.async.pipeline.producer_write %p, %pa {
      nv_tileas.async.pipeline.yield %x, %e : tensor<512xf32, #L>, !tok
    } : !ring
    nv_tileas.async.pipeline.producer_commit %p, %pw : !ring
    %pc, %f = nv_tileas.async.pipeline.consumer_wait %p[%i] pending = 0 : !ring, !iter
    %y = nv_tileas.async.pipeline.consumer_read %p, %pc : !ring -> tensor<512xf32, #L>
    nv_tileas.async.pipeline.consumer_release %p, %pc after %f : !tok : !ring
    %q = nv_tileas.async.pipeline.create_pipeline : !ring
    %qa = nv_tileas.async.pipeline.producer_acquire %q[%i] : !ring, !iter
    nv_tileaa.return
  }
  nv_tileaa.func @boxes(%view: !plane, %at: index) attributes {kernel_spec = #spec} {
    %x, %t = nv_tileas.tiled_load %view[%at, %at] {nv_tileas.box = array<i64: 8, 8, 8>} : (!plane, index, index) -> (tensor<64x32xf16, #P>, !tok)
    nv_tileaa.return
  }
}
