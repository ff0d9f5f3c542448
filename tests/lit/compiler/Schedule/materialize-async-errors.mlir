// RUN: tile-opt %s --verify-diagnostics --tileas-materialize-async
#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!tile = tensor<128xi32, #L>
!ptr = !nv_tileaa.ptr<i32, 1>
!ptrs = tensor<128x!ptr, #L>
!tok = !nv_tileaa.mem_token
!pipe = !nv_tileas.pipeline<!tile, depth = 2>
!iter = !nv_tileas.pipeline_iter<depth = 2>
nv_tileaa.func @mixed(%p: !ptrs, %x: !tile, %t: !tok) {
  %pipe = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : !pipe
  %i = nv_tileas.async.pipeline.create_iterator : !iter
  %h = nv_tileas.async.pipeline.producer_acquire %pipe[%i] : !pipe, !iter
  // expected-error@+1 {{there are two `produce-one-like` operations using different instructions to generate data into the same pipeline. It's a bug of MaterializeAsync Pass.}}
  %w = nv_tileas.async.pipeline.producer_write %pipe, %h {
    %v, %u = nv_tileas.load %p : (!ptrs) -> (!tile, !tok)
    nv_tileas.async.pipeline.yield %v, %u : !tile, !tok
  } : !pipe
  nv_tileas.async.pipeline.producer_commit %pipe, %w : !pipe
  %j = nv_tileas.async.pipeline.inc_iter %i : !iter
  %k = nv_tileas.async.pipeline.producer_acquire %pipe[%j] : !pipe, !iter
  %z = nv_tileas.async.pipeline.producer_write %pipe, %k {
    nv_tileas.async.pipeline.yield %x, %t : !tile, !tok
  } : !pipe
  nv_tileas.async.pipeline.producer_commit %pipe, %z : !pipe
  nv_tileaa.return
}
