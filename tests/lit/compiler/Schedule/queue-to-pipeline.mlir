// RUN: tile-opt %s --tileas-queue-to-pipeline | FileCheck %s
#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!tile = tensor<128xi32, #L>
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token

// Both sides walk the ring with iterators that loops and branches carry. What
// the bodies access is ordered by the tokens of the slot.
// CHECK-LABEL: nv_tileaa.func @loop
// CHECK: %[[P:.*]] = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : <tensor<128xi32, #{{.*}}>, depth = 2>
// CHECK: %[[FIRST:.*]] = nv_tileas.async.pipeline.create_iterator : <depth = 2>
// CHECK: %[[LOOP:.*]]:3 = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[TO:.*]] = %[[FIRST]], %[[FROM:.*]] = %[[FIRST]])
// CHECK:   %[[IF:.*]] = scf.if
// CHECK:     %[[HELD:.*]], %[[EMPTIED:.*]] = nv_tileas.async.pipeline.producer_acquire %[[P]][%[[TO]]]
// CHECK:     %[[NEXT:.*]] = nv_tileas.async.pipeline.inc_iter %[[TO]]
// CHECK:     %[[STORED:.*]] = nv_tileas.store {{.*}} token %[[EMPTIED]]
// CHECK:     %[[ALL:.*]] = nv_tileaa.join_mem_token %[[EMPTIED]], %[[STORED]]
// CHECK:     %[[WRITTEN:.*]] = nv_tileas.async.pipeline.producer_write %[[P]], %[[HELD]] {
// CHECK:       nv_tileas.async.pipeline.yield %[[ACC]], %[[ALL]]
// CHECK:     producer_commit %[[P]], %[[WRITTEN]]
// CHECK:     scf.yield %[[NEXT]]
// CHECK:   } else {
// CHECK:     scf.yield %{{.*}} : !nv_tileas.pipeline_iter
// CHECK:   %[[READY:.*]], %[[FILLED:.*]] = nv_tileas.async.pipeline.consumer_wait %[[P]][%[[FROM]]] pending = 0
// CHECK:   %[[AFTER:.*]] = nv_tileas.async.pipeline.inc_iter %[[FROM]]
// CHECK:   %[[TILE:.*]] = nv_tileas.async.pipeline.consumer_read %[[P]], %[[READY]]
// CHECK:   %[[OWN:.*]] = nv_tileaa.create_mem_token
// CHECK:   %[[BOTH:.*]] = nv_tileaa.join_mem_token %[[OWN]], %[[FILLED]]
// CHECK:   %{{.*}}, %[[LOADED:.*]] = nv_tileas.load {{.*}} token %[[BOTH]]
// CHECK:   %[[DONE:.*]] = nv_tileaa.join_mem_token %[[FILLED]], %[[LOADED]]
// CHECK:   consumer_release %[[P]], %[[READY]] after %[[DONE]]
// CHECK:   scf.yield %[[TILE]], %[[IF]], %[[AFTER]]
// CHECK-NOT: queue
nv_tileaa.func @loop(%p: !ptr, %x: !tile, %n: i32, %v: i32, %c: i1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<!tile>
  nv_tileaa.mark_for_reuse %q, %q : !nv_tileaa.queue<!tile>, !nv_tileaa.queue<!tile>
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (!tile) : i32 {
    scf.if %c {
      nv_tileaa.queue.put %q {
        %t = nv_tileas.store %p, %v : (!ptr, i32) -> !tok
        nv_tileaa.queue.yield %acc : !tile
      } : !nv_tileaa.queue<!tile>
    }
    %g = nv_tileaa.queue.get %q {
    ^bb0(%e: !tile):
      %own = nv_tileaa.create_mem_token : !tok
      %y, %t = nv_tileas.load %p token %own : (!ptr, !tok) -> (i32, !tok)
      nv_tileaa.queue.yield %e : !tile
    } : (!nv_tileaa.queue<!tile>) -> !tile
    scf.yield %g : !tile
  }
  nv_tileaa.return
}

// Loops that test themselves carry iterators, too, and what a loop inside of a
// body accesses is ordered.
// CHECK-LABEL: nv_tileaa.func @while
// CHECK: create_pipeline {barrier_slot = 0 : i32} : <i32, depth = 1>
// CHECK: scf.while
// CHECK: producer_acquire
// CHECK: scf.for {{.*}} iter_args(%[[SO_FAR:.*]] = %[[BEFORE:.*]]) -> (!nv_tileaa.mem_token)
// CHECK:   %[[S:.*]] = nv_tileas.store {{.*}} token %[[BEFORE]]
// CHECK:   %[[MORE:.*]] = nv_tileaa.join_mem_token %[[SO_FAR]], %[[S]]
// CHECK:   scf.yield %[[MORE]]
// CHECK: scf.condition(%{{.*}}) %{{.*}} : !nv_tileas.pipeline_iter<depth = 1>, !nv_tileas.pipeline_iter<depth = 1>
// CHECK: consumer_wait
nv_tileaa.func @while(%p: !ptr, %n: i32, %v: i32, %c: i1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %q = nv_tileaa.create_queue {depth = 1 : i32} : !nv_tileaa.queue<i32>
  scf.while : () -> () {
    nv_tileaa.queue.put %q {
      scf.for %i = %zero to %n step %one : i32 {
        %t = nv_tileas.store %p, %v : (!ptr, i32) -> !tok
      }
      nv_tileaa.queue.yield %v : i32
    } : !nv_tileaa.queue<i32>
    scf.condition(%c)
  } do {
    %g = nv_tileaa.queue.get %q {
    ^bb0(%e: i32):
      nv_tileaa.queue.yield %e : i32
    } : (!nv_tileaa.queue<i32>) -> i32
    scf.yield
  }
  nv_tileaa.return
}

// Tokens take no place in a slot; two queues have slots of the pool of their
// own; a queue without users is gone.
// CHECK-LABEL: nv_tileaa.func @tokens
// CHECK: create_pipeline {barrier_slot = 0 : i32} : <depth = 1>
// CHECK: create_pipeline {barrier_slot = 1 : i32} : <tensor<128xi32, #{{.*}}>, i32, depth = 3>
// CHECK-NOT: create_pipeline
// CHECK: %[[A:.*]] = nv_tileas.store
// CHECK: %[[T:.*]] = nv_tileaa.join_mem_token %[[A]], %{{.*}}
// CHECK: producer_write
// CHECK-NEXT: nv_tileas.async.pipeline.yield %[[T]] : !nv_tileaa.mem_token
// CHECK: %{{.*}}, %[[B:.*]] = nv_tileas.async.pipeline.consumer_wait
// CHECK-NOT: consumer_read
// CHECK: nv_tileas.load {{.*}} token %[[B]]
nv_tileaa.func @tokens(%p: !ptr, %x: !tile, %v: i32) {
  %q = nv_tileaa.create_queue {depth = 1 : i32} : !nv_tileaa.queue<!tok>
  %both = nv_tileaa.create_queue {depth = 3 : i32} : !nv_tileaa.queue<!tile, i32>
  %none = nv_tileaa.create_queue {depth = 3 : i32} : !nv_tileaa.queue<i32>
  %a = nv_tileas.store %p, %v : (!ptr, i32) -> !tok
  nv_tileaa.queue.put %q {
    nv_tileaa.queue.yield %a : !tok
  } : !nv_tileaa.queue<!tok>
  %b = nv_tileaa.queue.get %q {
  ^bb0(%e: !tok):
    nv_tileaa.queue.yield %e : !tok
  } : (!nv_tileaa.queue<!tok>) -> !tok
  %y, %t = nv_tileas.load %p token %b : (!ptr, !tok) -> (i32, !tok)
  nv_tileaa.queue.put %both {
    nv_tileaa.queue.yield %x, %v : !tile, i32
  } : !nv_tileaa.queue<!tile, i32>
  nv_tileaa.queue.get %both {
  ^bb0(%e: !tile, %f: i32):
    nv_tileaa.queue.yield
  } : (!nv_tileaa.queue<!tile, i32>) -> ()
  nv_tileaa.return
}

// Queues of one kind have one ring, one after the other, and the second goes on
// where the first one ended; one that is made meanwhile has its own.
// CHECK-LABEL: nv_tileaa.func @shared
// CHECK: %[[P:.*]] = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 0 : i32} : <i32, depth = 2>
// CHECK: %[[FIRST:.*]] = nv_tileas.async.pipeline.create_iterator
// CHECK: %[[OTHER:.*]] = nv_tileas.async.pipeline.create_pipeline {barrier_slot = 1 : i32} : <i32, depth = 2>
// CHECK-NOT: create_pipeline
// CHECK: producer_acquire %[[P]][%[[FIRST]]] {nv_tileas.queue = 0 : i32}
// CHECK: %[[NEXT:.*]] = nv_tileas.async.pipeline.inc_iter %[[FIRST]]
// CHECK: producer_acquire %[[OTHER]][%{{.*}}] :
// CHECK: consumer_wait %[[P]][%[[FIRST]]] pending = 0 {nv_tileas.queue = 0 : i32}
// CHECK: scf.for {{.*}} iter_args(%[[TO:.*]] = %[[NEXT]], %[[FROM:.*]] = %{{.*}})
// CHECK:   producer_acquire %[[P]][%[[TO]]] {nv_tileas.queue = 1 : i32}
// CHECK:   consumer_wait %[[P]][%[[FROM]]] pending = 0 {nv_tileas.queue = 1 : i32}
nv_tileaa.func @shared(%v: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<i32>
  nv_tileaa.queue.put %a {
    nv_tileaa.queue.yield %v : i32
  } : !nv_tileaa.queue<i32>
  %b = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<i32>
  nv_tileaa.queue.put %b {
    nv_tileaa.queue.yield %v : i32
  } : !nv_tileaa.queue<i32>
  %g = nv_tileaa.queue.get %a {
  ^bb0(%e: i32):
    nv_tileaa.queue.yield %e : i32
  } : (!nv_tileaa.queue<i32>) -> i32
  nv_tileaa.queue.get %b {
  ^bb0(%e: i32):
    nv_tileaa.queue.yield
  } : (!nv_tileaa.queue<i32>) -> ()
  nv_tileaa.mark_for_reuse %a : !nv_tileaa.queue<i32>
  scf.for %i = %zero to %n step %one : i32 {
    %c = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<i32>
    nv_tileaa.queue.put %c {
      nv_tileaa.queue.yield %g : i32
    } : !nv_tileaa.queue<i32>
    nv_tileaa.queue.get %c {
    ^bb0(%e: i32):
      nv_tileaa.queue.yield
    } : (!nv_tileaa.queue<i32>) -> ()
  }
  nv_tileaa.return
}
