// RUN: tile-opt %s --tileaa-plan-tokens | FileCheck %s
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token

// A chain stays on its barrier; a token's second user takes another one, and
// their join waits for both. A token that nothing produces costs nothing.
// CHECK-LABEL: nv_tileaa.func @fan_out
// CHECK-SAME: nv_tileaa.barrier_arrivals = array<i32: 1, 1>
nv_tileaa.func @fan_out(%p: !ptr, %x: i32) {
  %t0 = nv_tileaa.create_mem_token : !tok
  %unused = nv_tileaa.create_mem_token : !tok
  // CHECK: store {{.*}} {nv_tileaa.barrier = 0 : i32, nv_tileaa.waits = array<i32>}
  %a = nv_tileaa.store %p, %x token %t0 : (!ptr, i32, !tok) -> !tok
  // CHECK: store {{.*}} {nv_tileaa.barrier = 0 : i32, nv_tileaa.waits = array<i32: 0>}
  %b = nv_tileaa.store %p, %x token %a : (!ptr, i32, !tok) -> !tok
  // CHECK: store {{.*}} {nv_tileaa.barrier = 1 : i32, nv_tileaa.waits = array<i32: 0>}
  %c = nv_tileaa.store %p, %x token %a : (!ptr, i32, !tok) -> !tok
  %j = nv_tileaa.join_mem_token %b, %c : !tok
  // CHECK: waits = array<i32: 0, 1>
  %d = nv_tileaa.store %p, %x token %j : (!ptr, i32, !tok) -> !tok
  nv_tileaa.return
}

// The token of a branch stands for either arm's.
// CHECK-LABEL: nv_tileaa.func @branch
nv_tileaa.func @branch(%p: !ptr, %x: i32, %c: i1) {
  %t0 = nv_tileaa.create_mem_token : !tok
  %t = scf.if %c -> !tok {
    // CHECK: barrier = 0 : i32
    %a = nv_tileaa.store %p, %x token %t0 : (!ptr, i32, !tok) -> !tok
    scf.yield %a : !tok
  } else {
    // CHECK: barrier = 1 : i32
    %b = nv_tileaa.store %p, %x token %t0 : (!ptr, i32, !tok) -> !tok
    scf.yield %b : !tok
  }
  // CHECK: waits = array<i32: 0, 1>
  %d = nv_tileaa.store %p, %x token %t : (!ptr, i32, !tok) -> !tok
  nv_tileaa.return
}

// A queue takes one slot for its stages; agents do not share barriers.
// CHECK-LABEL: nv_tileaa.func @queue
nv_tileaa.func @queue(%p: !ptr, %x: i32) {
  // CHECK: create_queue {depth = 2 : i32, nv_tileaa.barrier = 0 : i32}
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<i32>
  %t0 = nv_tileaa.create_mem_token : !tok
  nv_tileaa.execute {
    // CHECK: load {{.*}}barrier = 1 : i32
    %v, %t = nv_tileaa.load %p token %t0 : (!ptr, !tok) -> (i32, !tok)
    nv_tileaa.queue.put %q {
      nv_tileaa.queue.yield %v : i32
    } : !nv_tileaa.queue<i32>
    nv_tileaa.yield
  }, {
    %v = nv_tileaa.queue.get %q {
    ^bb0(%e: i32):
      nv_tileaa.queue.yield %e : i32
    } : (!nv_tileaa.queue<i32>) -> i32
    // CHECK: store {{.*}}barrier = 2 : i32
    %t = nv_tileaa.store %p, %v token %t0 : (!ptr, i32, !tok) -> !tok
    nv_tileaa.yield
  } {num_warps = array<i32: 4, 4>, max_registers = array<i32: 128, 128>}
  nv_tileaa.return
}

// The token of an execute stands for what every agent did last.
// CHECK-LABEL: nv_tileaa.func @agents
nv_tileaa.func @agents(%p: !ptr, %x: i32) {
  %t0 = nv_tileaa.create_mem_token : !tok
  %t = nv_tileaa.execute {
    // CHECK: barrier = 0 : i32
    %a = nv_tileaa.store %p, %x token %t0 : (!ptr, i32, !tok) -> !tok
    nv_tileaa.yield
  }, {
    // CHECK: barrier = 1 : i32
    %b = nv_tileaa.store %p, %x token %t0 : (!ptr, i32, !tok) -> !tok
    nv_tileaa.yield
  } {num_warps = array<i32: 4, 4>, max_registers = array<i32: 128, 128>} -> !tok
  // CHECK: waits = array<i32: 0, 1>
  %c = nv_tileaa.store %p, %x token %t : (!ptr, i32, !tok) -> !tok
  nv_tileaa.return
}
