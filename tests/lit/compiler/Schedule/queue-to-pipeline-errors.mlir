// RUN: tile-opt %s --split-input-file --verify-diagnostics --tileas-queue-to-pipeline
!queue = !nv_tileaa.queue<i32>
nv_tileaa.func @escapes(%c: i1, %v: i32) {
  // expected-error@+1 {{'nv_tileaa.create_queue' maps to no pipeline slot: it leaves the lowering's sight}}
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
  %r = nv_tileaa.create_queue {depth = 2 : i32} : !queue
  // expected-note@+1 {{here}}
  %s = arith.select %c, %q, %r : !queue
  nv_tileaa.queue.put %s {
    nv_tileaa.queue.yield %v : i32
  } : !queue
  nv_tileaa.return
}

// -----

!queue = !nv_tileaa.queue<i32>
nv_tileaa.func @one_side(%v: i32) {
  // expected-error@+1 {{'nv_tileaa.create_queue' maps to no pipeline slot: it has no consumer}}
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
  nv_tileaa.queue.put %q {
    nv_tileaa.queue.yield %v : i32
  } : !queue
  nv_tileaa.return
}

// -----

!queue = !nv_tileaa.queue<i32>
nv_tileaa.func @argument(%q: !queue, %v: i32) {
  // expected-error@+1 {{'nv_tileaa.queue.put' maps to no pipeline slot: its queue comes from somewhere else}}
  nv_tileaa.queue.put %q {
    nv_tileaa.queue.yield %v : i32
  } : !queue
  nv_tileaa.return
}

// -----

!ptr = !nv_tileaa.ptr<i32, 1>
!queue = !nv_tileaa.queue<!ptr>
nv_tileaa.func @pointers(%p: !ptr) {
  // expected-error@+1 {{'nv_tileaa.create_queue' carries '!nv_tileaa.ptr<i32, 1>', which no slot of a pipeline has a place for}}
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
  nv_tileaa.queue.put %q {
    nv_tileaa.queue.yield %p : !ptr
  } : !queue
  %r = nv_tileaa.queue.get %q {
  ^bb0(%e: !ptr):
    nv_tileaa.queue.yield %e : !ptr
  } : (!queue) -> !ptr
  nv_tileaa.return
}

// -----

#L = #nv_tileas.linear<reg = [128, 256, 512, 1024], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!tile = tensor<2048xi32, #L>
!queue = !nv_tileaa.queue<!tile>
nv_tileaa.func @large(%x: !tile) {
  // expected-error@+1 {{'nv_tileaa.create_queue' brings the slots of queues to 57344 bytes of shared memory; at most 49040 are available beside barriers and exchanges}}
  %q = nv_tileaa.create_queue {depth = 7 : i32} : !queue
  nv_tileaa.queue.put %q {
    nv_tileaa.queue.yield %x : !tile
  } : !queue
  %r = nv_tileaa.queue.get %q {
  ^bb0(%e: !tile):
    nv_tileaa.queue.yield %e : !tile
  } : (!queue) -> !tile
  nv_tileaa.return
}

// -----

nv_tileaa.func @marks(%v: tensor<8xi32>) {
  // expected-error@+1 {{'nv_tileaa.mark_for_reuse' expect operands with queue types}}
  nv_tileaa.mark_for_reuse %v : tensor<8xi32>
  nv_tileaa.return
}
