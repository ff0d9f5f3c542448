// Steps of rings with mbarriers keep the order of their slots, and no other.
#L = #nv_tileas.linear<reg = [1, 2, 4], lane = [8, 16, 32, 64, 128], warp = [256, 512]>
!tile = tensor<1024xf32, #L>
!tok = !nv_tileaa.mem_token
!ring = !nv_tileas.pipeline<!tile, depth = 3>
!iter = !nv_tileas.pipeline_iter<depth = 3>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  // What is put is taken in the same iteration.
  nv_tileaa.func @through(%x: !tile, %n: i32, %one: i32, %token: !tok) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %p = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : !ring
    %0 = nv_tileas.async.pipeline.create_iterator : !iter
    %r:3 = scf.for %i = %one to %n step %one iter_args(%a = %x, %to = %0, %from = %0) -> (!tile, !iter, !iter) : i32 {
      %h, %e = nv_tileas.async.pipeline.producer_acquire %p[%to] : !ring, !iter -> !tok
      %to1 = nv_tileas.async.pipeline.inc_iter %to : !iter
      %y = math.exp2 %a : !tile
      %w = nv_tileas.async.pipeline.producer_write %p, %h {
        nv_tileas.async.pipeline.yield %y, %e : !tile, !tok
      } : !ring
      nv_tileas.async.pipeline.producer_commit %p, %w : !ring
      %c, %f = nv_tileas.async.pipeline.consumer_wait %p[%from] pending = 0 : !ring, !iter
      %from1 = nv_tileas.async.pipeline.inc_iter %from : !iter
      %z = nv_tileas.async.pipeline.consumer_read %p, %c : !ring -> !tile
      nv_tileas.async.pipeline.consumer_release %p, %c after %f : !tok : !ring
      %s = arith.addf %x, %z : !tile
      scf.yield %x, %to1, %from1 : !tile, !iter, !iter
    }
    nv_tileaa.return
  }
  // What is taken was put an iteration ago; two rings.
  nv_tileaa.func @behind(%x: !tile, %n: i32, %one: i32, %token: !tok) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %p = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : !ring
    %q = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 1 : i32} : !ring
    %0 = nv_tileas.async.pipeline.create_iterator : !iter
    %r:4 = scf.for %i = %one to %n step %one iter_args(%to = %0, %from = %0, %qto = %0, %qfrom = %0) -> (!iter, !iter, !iter, !iter) : i32 {
      %c, %f = nv_tileas.async.pipeline.consumer_wait %p[%from] pending = 0 : !ring, !iter
      %from1 = nv_tileas.async.pipeline.inc_iter %from : !iter
      %z = nv_tileas.async.pipeline.consumer_read %p, %c : !ring -> !tile
      nv_tileas.async.pipeline.consumer_release %p, %c after %f : !tok : !ring
      %y = math.exp2 %z : !tile
      %h, %e = nv_tileas.async.pipeline.producer_acquire %p[%to] : !ring, !iter -> !tok
      %to1 = nv_tileas.async.pipeline.inc_iter %to : !iter
      %w = nv_tileas.async.pipeline.producer_write %p, %h {
        nv_tileas.async.pipeline.yield %x, %e : !tile, !tok
      } : !ring
      nv_tileas.async.pipeline.producer_commit %p, %w : !ring
      %qc, %qf = nv_tileas.async.pipeline.consumer_wait %q[%qfrom] pending = 0 : !ring, !iter
      %qfrom1 = nv_tileas.async.pipeline.inc_iter %qfrom : !iter
      %qz = nv_tileas.async.pipeline.consumer_read %q, %qc : !ring -> !tile
      nv_tileas.async.pipeline.consumer_release %q, %qc after %qf : !tok : !ring
      %qh, %qe = nv_tileas.async.pipeline.producer_acquire %q[%qto] : !ring, !iter -> !tok
      %qto1 = nv_tileas.async.pipeline.inc_iter %qto : !iter
      %qw = nv_tileas.async.pipeline.producer_write %q, %qh {
        nv_tileas.async.pipeline.yield %y, %qe : !tile, !tok
      } : !ring
      nv_tileas.async.pipeline.producer_commit %q, %qw : !ring
      scf.yield %to1, %from1, %qto1, %qfrom1 : !iter, !iter, !iter, !iter
    }
    nv_tileaa.return
  }
}
