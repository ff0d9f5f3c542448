// RUN: tile-opt %s --tileas-materialize-async | FileCheck %s
#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!tile = tensor<128xi32, #L>
!ptr = !nv_tileaa.ptr<i32, 1>
!ptrs = tensor<128x!ptr, #L>
!tok = !nv_tileaa.mem_token
!pipe = !nv_tileas.pipeline<!tile, depth = 1>
!iter = !nv_tileas.pipeline_iter<depth = 1>

// What a slot only gets from a load is copied there; the copy's token stands
// for what the write's did.
// CHECK-LABEL: nv_tileaa.func @copied
// CHECK: %[[HELD:.*]], %[[EMPTIED:.*]] = nv_tileas.async.pipeline.producer_acquire
// CHECK-NEXT: nv_tileas.async.pipeline.producer_write %{{.*}}, %[[HELD]] {
// CHECK-NEXT:   %[[V:.*]], %[[T:.*]] = nv_tileas.load %{{.*}} token %[[EMPTIED]]
// CHECK-NEXT:   nv_tileas.async.pipeline.yield %[[V]], %[[T]]
nv_tileaa.func @copied(%p: !ptrs) {
  %pipe = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : !pipe
  %i = nv_tileas.async.pipeline.create_iterator : !iter
  %h, %e = nv_tileas.async.pipeline.producer_acquire %pipe[%i] : !pipe, !iter -> !tok
  %v, %t = nv_tileas.load %p token %e : (!ptrs, !tok) -> (!tile, !tok)
  %j = nv_tileaa.join_mem_token %e, %t : !tok
  %w = nv_tileas.async.pipeline.producer_write %pipe, %h {
    nv_tileas.async.pipeline.yield %v, %j : !tile, !tok
  } : !pipe
  nv_tileas.async.pipeline.producer_commit %pipe, %w : !pipe
  nv_tileaa.return
}

// Not where the tile is used for something else, where something comes after
// the load, where more is ordered than the load, where the load acquires, and
// where another writer of the ring computes what it writes.
// CHECK-LABEL: nv_tileaa.func @used
// CHECK: producer_write %{{.*}}, %{{.*}} {
// CHECK-NEXT: async.pipeline.yield
nv_tileaa.func @used(%p: !ptrs) -> !tile {
  %pipe = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : !pipe
  %i = nv_tileas.async.pipeline.create_iterator : !iter
  %h, %e = nv_tileas.async.pipeline.producer_acquire %pipe[%i] : !pipe, !iter -> !tok
  %v, %t = nv_tileas.load %p token %e : (!ptrs, !tok) -> (!tile, !tok)
  %w = nv_tileas.async.pipeline.producer_write %pipe, %h {
    nv_tileas.async.pipeline.yield %v, %t : !tile, !tok
  } : !pipe
  nv_tileas.async.pipeline.producer_commit %pipe, %w : !pipe
  nv_tileaa.return %v : !tile
}
// CHECK-LABEL: nv_tileaa.func @followed
// CHECK: producer_write %{{.*}}, %{{.*}} {
// CHECK-NEXT: async.pipeline.yield
nv_tileaa.func @followed(%p: !ptrs, %x: !tile) {
  %pipe = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : !pipe
  %i = nv_tileas.async.pipeline.create_iterator : !iter
  %h, %e = nv_tileas.async.pipeline.producer_acquire %pipe[%i] : !pipe, !iter -> !tok
  %v, %t = nv_tileas.load %p token %e : (!ptrs, !tok) -> (!tile, !tok)
  %s = nv_tileas.store %p, %x token %t : (!ptrs, !tile, !tok) -> !tok
  %w = nv_tileas.async.pipeline.producer_write %pipe, %h {
    nv_tileas.async.pipeline.yield %v, %t : !tile, !tok
  } : !pipe
  nv_tileas.async.pipeline.producer_commit %pipe, %w : !pipe
  nv_tileaa.return
}
// CHECK-LABEL: nv_tileaa.func @more
// CHECK: producer_write %{{.*}}, %{{.*}} {
// CHECK-NEXT: async.pipeline.yield
nv_tileaa.func @more(%p: !ptrs, %x: !tile) {
  %pipe = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : !pipe
  %i = nv_tileas.async.pipeline.create_iterator : !iter
  %h, %e = nv_tileas.async.pipeline.producer_acquire %pipe[%i] : !pipe, !iter -> !tok
  %v, %t = nv_tileas.load %p token %e : (!ptrs, !tok) -> (!tile, !tok)
  %s = nv_tileas.store %p, %x : (!ptrs, !tile) -> !tok
  %j = nv_tileaa.join_mem_token %s, %t : !tok
  %w = nv_tileas.async.pipeline.producer_write %pipe, %h {
    nv_tileas.async.pipeline.yield %v, %j : !tile, !tok
  } : !pipe
  nv_tileas.async.pipeline.producer_commit %pipe, %w : !pipe
  nv_tileaa.return
}
// CHECK-LABEL: nv_tileaa.func @acquires
// CHECK: producer_write %{{.*}}, %{{.*}} {
// CHECK-NEXT: async.pipeline.yield
nv_tileaa.func @acquires(%p: !ptrs) {
  %pipe = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : !pipe
  %i = nv_tileas.async.pipeline.create_iterator : !iter
  %h, %e = nv_tileas.async.pipeline.producer_acquire %pipe[%i] : !pipe, !iter -> !tok
  %v, %t = nv_tileas.load %p token %e {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!ptrs, !tok) -> (!tile, !tok)
  %w = nv_tileas.async.pipeline.producer_write %pipe, %h {
    nv_tileas.async.pipeline.yield %v, %t : !tile, !tok
  } : !pipe
  nv_tileas.async.pipeline.producer_commit %pipe, %w : !pipe
  nv_tileaa.return
}
// CHECK-LABEL: nv_tileaa.func @other
// CHECK: producer_write %{{.*}}, %{{.*}} {
// CHECK-NEXT: async.pipeline.yield
// CHECK: producer_write %{{.*}}, %{{.*}} {
// CHECK-NEXT: async.pipeline.yield
nv_tileaa.func @other(%p: !ptrs, %x: !tile, %c: i1) {
  %pipe = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : !pipe
  %i = nv_tileas.async.pipeline.create_iterator : !iter
  scf.if %c {
    %h, %e = nv_tileas.async.pipeline.producer_acquire %pipe[%i] : !pipe, !iter -> !tok
    %v, %t = nv_tileas.load %p token %e : (!ptrs, !tok) -> (!tile, !tok)
    %w = nv_tileas.async.pipeline.producer_write %pipe, %h {
      nv_tileas.async.pipeline.yield %v, %t : !tile, !tok
    } : !pipe
    nv_tileas.async.pipeline.producer_commit %pipe, %w : !pipe
  } else {
    %h, %e = nv_tileas.async.pipeline.producer_acquire %pipe[%i] : !pipe, !iter -> !tok
    %w = nv_tileas.async.pipeline.producer_write %pipe, %h {
      nv_tileas.async.pipeline.yield %x, %e : !tile, !tok
    } : !pipe
    nv_tileas.async.pipeline.producer_commit %pipe, %w : !pipe
  }
  nv_tileaa.return
}
