// RUN: tile-opt %s --convert-tileaa-to-tileas --split-input-file --verify-diagnostics

nv_tileaa.func @nested() attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
  nv_tileaa.execute {
    // expected-error@+1 {{'nv_tileaa.execute' runs agents inside of an agent, which the lowering to nv_tileas does not support}}
    nv_tileaa.execute {
      nv_tileaa.yield
    } {num_warps = array<i32: 1>, max_registers = array<i32: 40>}
    nv_tileaa.yield
  } {num_warps = array<i32: 4>, max_registers = array<i32: 40>}
  nv_tileaa.return
}

// -----

nv_tileaa.func @three() attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
  // expected-error@+1 {{'nv_tileaa.execute' has an agent of 3 warps; the lowering to nv_tileas supports 1, 2, 4, 8, 16 and 32}}
  nv_tileaa.execute {
    nv_tileaa.yield
  }, {
    nv_tileaa.yield
  } {num_warps = array<i32: 1, 3>, max_registers = array<i32: 40, 40>}
  nv_tileaa.return
}

// -----

// 1, three holes, 16, 8, 2, two holes and 4 make 36; without holes they are 31.
nv_tileaa.func @holes() attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
  // expected-error@+1 {{'nv_tileaa.execute' has agents that take more than 32 warps with the holes between them}}
  nv_tileaa.execute {
    nv_tileaa.yield
  }, {
    nv_tileaa.yield
  }, {
    nv_tileaa.yield
  }, {
    nv_tileaa.yield
  }, {
    nv_tileaa.yield
  } {num_warps = array<i32: 1, 16, 8, 2, 4>, max_registers = array<i32: 24, 24, 24, 24, 24>}
  nv_tileaa.return
}

// -----

!queue = !nv_tileaa.queue<i32>
nv_tileaa.func @two(%v: i32) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
  // expected-error@+1 {{'nv_tileaa.create_queue' maps to no pipeline slot: two agents are at one end of it}}
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
  nv_tileaa.execute {
    // expected-note@+1 {{here}}
    nv_tileaa.queue.put %q {
      nv_tileaa.queue.yield %v : i32
    } : !queue
    nv_tileaa.yield
  }, {
    // expected-note@+1 {{here}}
    nv_tileaa.queue.put %q {
      nv_tileaa.queue.yield %v : i32
    } : !queue
    nv_tileaa.queue.get %q {
    ^bb0(%e: i32):
      nv_tileaa.queue.yield
    } : (!queue) -> ()
    nv_tileaa.yield
  } {num_warps = array<i32: 1, 4>, max_registers = array<i32: 40, 40>}
  nv_tileaa.return
}

// -----

!queue = !nv_tileaa.queue<i32>
nv_tileaa.func @inside(%v: i32) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
  %r = nv_tileaa.create_queue {depth = 2 : i32} : !queue
  nv_tileaa.queue.put %q {
    // expected-error@+1 {{holds what a queue orders, which the lowering to nv_tileas does not support}}
    nv_tileaa.execute {
      nv_tileaa.queue.put %r {
        nv_tileaa.queue.yield %v : i32
      } : !queue
      nv_tileaa.yield
    } {num_warps = array<i32: 4>, max_registers = array<i32: 40>}
    nv_tileaa.queue.yield %v : i32
  } : !queue
  nv_tileaa.queue.get %q {
  ^bb0(%e: i32):
    nv_tileaa.queue.get %r {
    ^bb0(%f: i32):
      nv_tileaa.queue.yield
    } : (!queue) -> ()
    nv_tileaa.queue.yield
  } : (!queue) -> ()
  nv_tileaa.return
}
