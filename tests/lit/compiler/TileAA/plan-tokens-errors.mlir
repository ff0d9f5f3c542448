// RUN: tile-opt %s --tileaa-plan-tokens=pool=2 --split-input-file --verify-diagnostics
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token

nv_tileaa.func @exhausted(%p: !ptr, %x: i32) {
  %t0 = nv_tileaa.create_mem_token : !tok
  %a = nv_tileaa.store %p, %x token %t0 : (!ptr, i32, !tok) -> !tok
  %b = nv_tileaa.store %p, %x token %t0 : (!ptr, i32, !tok) -> !tok
  // expected-error @+1 {{needs an mbarrier slot, but all 2 of the pool are in use}}
  %c = nv_tileaa.store %p, %x token %t0 : (!ptr, i32, !tok) -> !tok
  %j = nv_tileaa.join_mem_token %a, %b, %c : !tok
  %d = nv_tileaa.store %p, %x token %j : (!ptr, i32, !tok) -> !tok
  nv_tileaa.return
}

// -----

// expected-error @+1 {{takes a token, whose barrier is not known here}}
nv_tileaa.func @argument(%t: !nv_tileaa.mem_token) {
  nv_tileaa.return
}

// -----

nv_tileaa.func @no_consumer(%x: i32) {
  // expected-error @+1 {{maps to no pipeline slot: it has no consumer}}
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<i32>
  nv_tileaa.queue.put %q {
    nv_tileaa.queue.yield %x : i32
  } : !nv_tileaa.queue<i32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @no_producer() {
  // expected-error @+1 {{maps to no pipeline slot: it has no producer}}
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<i32>
  %v = nv_tileaa.queue.get %q {
  ^bb0(%e: i32):
    nv_tileaa.queue.yield %e : i32
  } : (!nv_tileaa.queue<i32>) -> i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @escapes(%x: i32) -> !nv_tileaa.queue<i32> {
  // expected-error @+1 {{maps to no pipeline slot: it leaves the function's sight}}
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<i32>
  // expected-note @+1 {{here}}
  nv_tileaa.return %q : !nv_tileaa.queue<i32>
}

// -----

nv_tileaa.func @too_many_queues(%x: i32) {
  %q = nv_tileaa.create_queue {depth = 1 : i32} : !nv_tileaa.queue<i32>
  %r = nv_tileaa.create_queue {depth = 1 : i32} : !nv_tileaa.queue<i32>
  // expected-error @+1 {{needs an mbarrier slot, but all 2 of the pool are in use}}
  %s = nv_tileaa.create_queue {depth = 1 : i32} : !nv_tileaa.queue<i32>
  nv_tileaa.execute {
    nv_tileaa.queue.put %q { nv_tileaa.queue.yield %x : i32 } : !nv_tileaa.queue<i32>
    nv_tileaa.queue.put %r { nv_tileaa.queue.yield %x : i32 } : !nv_tileaa.queue<i32>
    nv_tileaa.queue.put %s { nv_tileaa.queue.yield %x : i32 } : !nv_tileaa.queue<i32>
    nv_tileaa.yield
  }, {
    nv_tileaa.queue.get %q {
    ^bb0(%e: i32):
      nv_tileaa.queue.yield
    } : (!nv_tileaa.queue<i32>) -> ()
    nv_tileaa.queue.get %r {
    ^bb0(%e: i32):
      nv_tileaa.queue.yield
    } : (!nv_tileaa.queue<i32>) -> ()
    nv_tileaa.queue.get %s {
    ^bb0(%e: i32):
      nv_tileaa.queue.yield
    } : (!nv_tileaa.queue<i32>) -> ()
    nv_tileaa.yield
  } {num_warps = array<i32: 4, 4>, max_registers = array<i32: 128, 128>}
  nv_tileaa.return
}
