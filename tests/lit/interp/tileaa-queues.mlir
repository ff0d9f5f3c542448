// Queues and agents of one tile block: what goes through them, what they order,
// and who waits for whom for ever.
// RUN: split-file %s %t
//
// Tiles and their numbers go from one agent to the other, first in, first out.
// RUN: tile-run %t/pipeline.mlir --all | FileCheck %s --check-prefix=PIPELINE
// RUN: tile-run %t/pipeline.mlir --all --schedule=reverse | FileCheck %s --check-prefix=PIPELINE
// RUN: tile-run %t/pipeline.mlir --all --schedule=reverse-blocks | FileCheck %s --check-prefix=PIPELINE
// RUN: tile-run %t/pipeline.mlir --all --schedule=round-robin | FileCheck %s --check-prefix=PIPELINE
// RUN: tile-run %t/pipeline.mlir --all --schedule=random:1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: completed
// PIPELINE: out : i32[20] = 0 1 2 3 14 15 16 17 28 29 30 31 42 43 44 45 56 57 58 59
//
// The body of a get comes after that of its put, and the put that takes the
// slot again after the get.
// RUN: tile-run %t/scratch.mlir --all | FileCheck %s --check-prefix=SCRATCH
// RUN: tile-run %t/scratch.mlir --all --schedule=reverse | FileCheck %s --check-prefix=SCRATCH
// RUN: tile-run %t/scratch.mlir --all --schedule=random:4 | FileCheck %s --check-prefix=SCRATCH
// SCRATCH: completed
// SCRATCH: out : i32[4] = 0 1 4 9
//
// What is outside of the bodies is not ordered; a token that goes through is.
// RUN: not tile-run %t/outside.mlir | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tile-run %t/outside.mlir --schedule=round-robin | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: race on x+0: nv_tileaa.store ({{.*}}outside.mlir:10:12) and nv_tileaa.load ({{.*}}outside.mlir:18:18)
// RUN: tile-run %t/token.mlir --schedule=reverse | FileCheck %s --check-prefix=TOKEN
// RUN: tile-run %t/token.mlir --schedule=round-robin | FileCheck %s --check-prefix=TOKEN
// TOKEN: completed
// TOKEN: y : i32[1] = 5
//
// The token of execute stands for what every agent did; the end of execute
// alone orders nothing.
// RUN: tile-run %t/joined.mlir --schedule=reverse | FileCheck %s --check-prefix=JOINED
// RUN: tile-run %t/joined.mlir | FileCheck %s --check-prefix=JOINED
// JOINED: completed
// JOINED: y : i32[1] = 12
// RUN: sed 's/ token %%all : (!ptr, !tok)/ : (!ptr)/' %t/joined.mlir > %t/unjoined.mlir
// RUN: not tile-run %t/unjoined.mlir | FileCheck %s --check-prefix=UNJOINED
// UNJOINED: race on x+0
//
// Two producers: any order, but each value once.
// RUN: tile-run %t/producers.mlir | FileCheck %s --check-prefix=PRODUCERS
// RUN: tile-run %t/producers.mlir --schedule=reverse | FileCheck %s --check-prefix=PRODUCERS
// RUN: tile-run %t/producers.mlir --schedule=random:9 | FileCheck %s --check-prefix=PRODUCERS
// PRODUCERS: y : i32[1] = 60
//
// RUN: not tile-run %t/empty.mlir | FileCheck %s --check-prefix=EMPTY
// EMPTY: deadlock: every-block-waits at nv_tileaa.queue.get ({{.*}}empty.mlir:5:5)
// EMPTY-NEXT: block 0 waits for ever in nv_tileaa.queue.get ({{.*}}empty.mlir:5:5): the queue of {{.*}}empty.mlir:4:10 has no full slot, after 0 puts and 0 gets
// RUN: not tile-run %t/full.mlir | FileCheck %s --check-prefix=FULL
// FULL: block 0 waits for ever in nv_tileaa.queue.put ({{.*}}full.mlir:9:7): the queue of {{.*}}full.mlir:4:10 has no empty slot of 2
//
// Each agent waits for the other, under every schedule.
// RUN: not tile-run %t/crossed.mlir | FileCheck %s --check-prefix=CROSSED
// RUN: not tile-run %t/crossed.mlir --schedule=reverse | FileCheck %s --check-prefix=CROSSED
// RUN: not tile-run %t/crossed.mlir --schedule=round-robin | FileCheck %s --check-prefix=CROSSED
// RUN: not tile-run %t/crossed.mlir --schedule=random:6 | FileCheck %s --check-prefix=CROSSED
// RUN: not tile-run %t/crossed.mlir --json | FileCheck %s --check-prefix=JSON
// CROSSED: deadlock: every-agent-waits at nv_tileaa.queue.get
// CROSSED-NEXT: block 0, agent 0 waits for ever in nv_tileaa.queue.get ({{.*}}crossed.mlir:8:10): the queue of {{.*}}crossed.mlir:5:10 has no full slot
// CROSSED-NEXT: block 0, agent 1 waits for ever in nv_tileaa.queue.get ({{.*}}crossed.mlir:17:10): the queue of {{.*}}crossed.mlir:4:10 has no full slot
// CROSSED-NOT: waits
// JSON: "agent": "0"
// JSON: "waitsFor": "the queue of {{.*}} has no full slot, after 0 puts and 0 gets"
//
// An agent of an agent; the other one has ended.
// RUN: not tile-run %t/nested.mlir | FileCheck %s --check-prefix=NESTED
// NESTED: block 0, agent 1.0 waits for ever in nv_tileaa.queue.get
// NESTED-NOT: waits
//
// RUN: not tile-run %t/left.mlir | FileCheck %s --check-prefix=LEFT
// LEFT: undefined-behaviour: queue-value-never-taken at nv_tileaa.queue.put ({{.*}}left.mlir:6:5)
//
// RUN: not tile-run %t/combiner.mlir | FileCheck %s --check-prefix=COMBINER
// COMBINER: unsupported: waiting in a region that combines elements at nv_tileaa.queue.get
// RUN: not tile-run %t/pipeline.mlir --explore | FileCheck %s --check-prefix=EXPLORE
// EXPLORE: not complete: unsupported: exploring queues and agents at nv_tileaa.create_queue
//
// RUN: not tile-run %t/crossed.mlir --explain | FileCheck %s --check-prefix=EXPLAIN
// EXPLAIN: block 0,0,0{{$}}
// EXPLAIN: waits
// EXPLAIN: block 0,0,0, agent 0
// EXPLAIN: waits
// EXPLAIN: block 0,0,0, agent 1
// EXPLAIN: waits
//
// A queue is a value like others: an argument, a choice.
// RUN: tile-run %t/passed.mlir | FileCheck %s --check-prefix=PASSED
// PASSED: y : i32[2] = 3 7
//
// Blocks have their own queues and agents.
// RUN: tile-run %t/blocks.mlir --schedule=round-robin | FileCheck %s --check-prefix=BLOCKS
// RUN: tile-run %t/blocks.mlir --schedule=random:3 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: y : i32[3] = 100 101 102

//
// A loop that gets is no poll, even if it carries nothing; an agent that polls
// memory is woken by another one.
// RUN: tile-run %t/loops.mlir | FileCheck %s --check-prefix=LOOPS
// RUN: tile-run %t/loops.mlir --schedule=reverse | FileCheck %s --check-prefix=LOOPS
// RUN: tile-run %t/loops.mlir --schedule=round-robin | FileCheck %s --check-prefix=LOOPS
// RUN: tile-run %t/loops.mlir --schedule=random:8 | FileCheck %s --check-prefix=LOOPS
// LOOPS: completed
// LOOPS: y : i32[1] = 1
// RUN: sed 's/store %%y, %%1 {/store %%y, %%0 {/' %t/loops.mlir > %t/asleep.mlir
// RUN: not tile-run %t/asleep.mlir | FileCheck %s --check-prefix=ASLEEP
// ASLEEP: deadlock: every-agent-waits
// ASLEEP-NEXT: block 0, agent 2 waits for ever in scf.while ({{.*}}asleep.mlir:31:7){{$}}

//--- pipeline.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer in : i32[20] = iota(0, 1)
// tilefuzz.buffer out : i32[20] = fill(-1)
// tilefuzz.args &in &out
!ptr = !nv_tileaa.ptr<i32, 1>
!mem = !nv_tileaa.memref<20xi32, strides = [1], 1>
!view = !nv_tileaa.tiled_view<4xi32, memref = !mem, dim_map = [0], padding = none>
!queue = !nv_tileaa.queue<isolated tensor<4xi32>, i32>
!tok = !nv_tileaa.mem_token
gpu.module @m {
  nv_tileaa.func @k(%p: !ptr, %o: !ptr) attributes {cute.kernel} {
    %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
    %v = nv_tileaa.block_tile %m : !mem -> !view
    %n = nv_tileaa.make_memref %o, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
    %w = nv_tileaa.block_tile %n : !mem -> !view
    %0 = arith.constant 0 : i32
    %1 = arith.constant 1 : i32
    %5 = arith.constant 5 : i32
    %ten = arith.constant 10 : i32
    %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
    nv_tileaa.execute {
      scf.for %i = %0 to %5 step %1 : i32 {
        nv_tileaa.queue.put %q {
          %x, %t = nv_tileaa.tiled_load %v[%i] : (!view, i32) -> (tensor<4xi32>, !tok)
          nv_tileaa.queue.yield %x, %i : tensor<4xi32>, i32
        } : !queue
      }
      nv_tileaa.yield
    }, {
      scf.for %i = %0 to %5 step %1 : i32 {
        %x, %j = nv_tileaa.queue.get %q {
        ^bb0(%e: tensor<4xi32>, %f: i32):
          nv_tileaa.queue.yield %e, %f : tensor<4xi32>, i32
        } : (!queue) -> (tensor<4xi32>, i32)
        %more = arith.muli %j, %ten : i32
        %tile = nv_tileaa.splat %more : i32 -> tensor<4xi32>
        %y = arith.addi %x, %tile : tensor<4xi32>
        %t = nv_tileaa.tiled_store %w, %y[%j] : (!view, tensor<4xi32>, i32) -> !tok
      }
      nv_tileaa.yield
    } {num_warps = array<i32: 1, 4>, max_registers = array<i32: 40, 232>}
    nv_tileaa.return
  }
}
//--- scratch.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer out : i32[4] = fill(-1)
// tilefuzz.args &out
!ptr = !nv_tileaa.ptr<i32, 1>
!queue = !nv_tileaa.queue<i32>
!tok = !nv_tileaa.mem_token
gpu.module @m {
  nv_tileaa.func @k(%o: !ptr) attributes {cute.kernel} {
    %0 = arith.constant 0 : i32
    %1 = arith.constant 1 : i32
    %4 = arith.constant 4 : i32
    %s = nv_tileaa.alloca {alignment = 16 : i64, num_elem = 1 : i64} : !ptr
    %q = nv_tileaa.create_queue {depth = 1 : i32} : !queue
    nv_tileaa.execute {
      scf.for %i = %0 to %4 step %1 : i32 {
        nv_tileaa.queue.put %q {
          %x = arith.muli %i, %i : i32
          %t = nv_tileaa.store %s, %x : (!ptr, i32) -> !tok
          nv_tileaa.queue.yield %i : i32
        } : !queue
      }
      nv_tileaa.yield
    }, {
      scf.for %i = %0 to %4 step %1 : i32 {
        nv_tileaa.queue.get %q {
        ^bb0(%j: i32):
          %x, %t = nv_tileaa.load %s : (!ptr) -> (i32, !tok)
          %r = nv_tileaa.addptr %o, %j : !ptr, i32
          %u = nv_tileaa.store %r, %x : (!ptr, i32) -> !tok
          nv_tileaa.queue.yield
        } : (!queue) -> ()
      }
      nv_tileaa.yield
    } {num_warps = array<i32: 1, 4>, max_registers = array<i32: 40, 232>}
    nv_tileaa.return
  }
}
//--- outside.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
!ptr = !nv_tileaa.ptr<i32, 1>
gpu.module @m {
  nv_tileaa.func @k(%x: !ptr) attributes {cute.kernel} {
    %5 = arith.constant 5 : i32
    %q = nv_tileaa.create_queue {depth = 1 : i32} : !nv_tileaa.queue<i32>
    nv_tileaa.execute {
      %t = nv_tileaa.store %x, %5 : (!ptr, i32) -> !nv_tileaa.mem_token
      nv_tileaa.queue.put %q {
        nv_tileaa.queue.yield %5 : i32
      } : !nv_tileaa.queue<i32>
      nv_tileaa.yield
    }, {
      nv_tileaa.queue.get %q {
      ^bb0(%e: i32):
        %y, %t = nv_tileaa.load %x : (!ptr) -> (i32, !nv_tileaa.mem_token)
        nv_tileaa.queue.yield
      } : (!nv_tileaa.queue<i32>) -> ()
      nv_tileaa.yield
    } {num_warps = array<i32: 1, 1>, max_registers = array<i32: 40, 40>}
    nv_tileaa.return
  }
}
//--- token.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.args &x &y
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token
!queue = !nv_tileaa.queue<!nv_tileaa.mem_token>
gpu.module @m {
  nv_tileaa.func @k(%x: !ptr, %y: !ptr) attributes {cute.kernel} {
    %5 = arith.constant 5 : i32
    %q = nv_tileaa.create_queue {depth = 1 : i32} : !queue
    nv_tileaa.execute {
      %t = nv_tileaa.store %x, %5 : (!ptr, i32) -> !tok
      nv_tileaa.queue.put %q {
        nv_tileaa.queue.yield %t : !tok
      } : !queue
      nv_tileaa.yield
    }, {
      %t = nv_tileaa.queue.get %q {
      ^bb0(%e: !tok):
        nv_tileaa.queue.yield %e : !tok
      } : (!queue) -> !tok
      %v, %u = nv_tileaa.load %x token %t : (!ptr, !tok) -> (i32, !tok)
      %w = nv_tileaa.store %y, %v : (!ptr, i32) -> !tok
      nv_tileaa.yield
    } {num_warps = array<i32: 1, 1>, max_registers = array<i32: 40, 40>}
    nv_tileaa.return
  }
}
//--- joined.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer x : i32[2] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.args &x &y
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token
gpu.module @m {
  nv_tileaa.func @k(%x: !ptr, %y: !ptr) attributes {cute.kernel} {
    %1 = arith.constant 1 : i32
    %5 = arith.constant 5 : i32
    %7 = arith.constant 7 : i32
    %x1 = nv_tileaa.addptr %x, %1 : !ptr, i32
    %all = nv_tileaa.execute {
      %t = nv_tileaa.store %x, %5 : (!ptr, i32) -> !tok
      nv_tileaa.yield
    }, {
      %none = nv_tileaa.execute {
        %t = nv_tileaa.store %x1, %7 : (!ptr, i32) -> !tok
        nv_tileaa.yield
      } {num_warps = array<i32: 1>, max_registers = array<i32: 40>} -> !tok
      nv_tileaa.yield
    } {num_warps = array<i32: 1, 1>, max_registers = array<i32: 40, 40>} -> !tok
    %a, %t0 = nv_tileaa.load %x token %all : (!ptr, !tok) -> (i32, !tok)
    %b, %t1 = nv_tileaa.load %x1 token %all : (!ptr, !tok) -> (i32, !tok)
    %c = arith.addi %a, %b : i32
    %t2 = nv_tileaa.store %y, %c : (!ptr, i32) -> !tok
    nv_tileaa.return
  }
}
//--- producers.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.args &y
!ptr = !nv_tileaa.ptr<i32, 1>
!queue = !nv_tileaa.queue<i32>
gpu.module @m {
  nv_tileaa.func @k(%y: !ptr) attributes {cute.kernel} {
    %0 = arith.constant 0 : i32
    %1 = arith.constant 1 : i32
    %3 = arith.constant 3 : i32
    %6 = arith.constant 6 : i32
    %9 = arith.constant 9 : i32
    %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
    nv_tileaa.execute {
      scf.for %i = %0 to %3 step %1 : i32 {
        nv_tileaa.queue.put %q { nv_tileaa.queue.yield %1 : i32 } : !queue
        nv_tileaa.queue.put %q { nv_tileaa.queue.yield %6 : i32 } : !queue
      }
      nv_tileaa.yield
    }, {
      scf.for %i = %0 to %3 step %1 : i32 {
        nv_tileaa.queue.put %q { nv_tileaa.queue.yield %3 : i32 } : !queue
        nv_tileaa.queue.put %q { nv_tileaa.queue.yield %i : i32 } : !queue
        nv_tileaa.queue.put %q { nv_tileaa.queue.yield %9 : i32 } : !queue
      }
      nv_tileaa.yield
    } , {
      %n = arith.addi %6, %9 : i32
      %sum = scf.for %i = %0 to %n step %1 iter_args(%s = %0) -> (i32) : i32 {
        %e = nv_tileaa.queue.get %q {
        ^bb0(%e: i32):
          nv_tileaa.queue.yield %e : i32
        } : (!queue) -> i32
        %z = arith.addi %s, %e : i32
        scf.yield %z : i32
      }
      %t = nv_tileaa.store %y, %sum : (!ptr, i32) -> !nv_tileaa.mem_token
      nv_tileaa.yield
    } {num_warps = array<i32: 1, 1, 1>, max_registers = array<i32: 40, 40, 40>}
    nv_tileaa.return
  }
}
//--- empty.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %q = nv_tileaa.create_queue {depth = 1 : i32} : !nv_tileaa.queue<i32>
    nv_tileaa.queue.get %q {
    ^bb0(%e: i32):
      nv_tileaa.queue.yield
    } : (!nv_tileaa.queue<i32>) -> ()
    nv_tileaa.return
  }
}
//--- full.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %q = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<i32>
    %0 = arith.constant 0 : i32
    %1 = arith.constant 1 : i32
    %3 = arith.constant 3 : i32
    scf.for %i = %0 to %3 step %1 : i32 {
      nv_tileaa.queue.put %q {
        nv_tileaa.queue.yield %i : i32
      } : !nv_tileaa.queue<i32>
    }
    nv_tileaa.return
  }
}
//--- crossed.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %a = nv_tileaa.create_queue {depth = 1 : i32} : !nv_tileaa.queue<i32>
    %b = nv_tileaa.create_queue {depth = 1 : i32} : !nv_tileaa.queue<i32>
    %0 = arith.constant 0 : i32
    nv_tileaa.execute {
    %x = nv_tileaa.queue.get %b {
    ^bb0(%e: i32):
      nv_tileaa.queue.yield %e : i32
    } : (!nv_tileaa.queue<i32>) -> i32
    nv_tileaa.queue.put %a {
      nv_tileaa.queue.yield %x : i32
    } : !nv_tileaa.queue<i32>
    nv_tileaa.yield
    }, {
    %x = nv_tileaa.queue.get %a {
    ^bb0(%e: i32):
      nv_tileaa.queue.yield %e : i32
    } : (!nv_tileaa.queue<i32>) -> i32
    nv_tileaa.queue.put %b {
      nv_tileaa.queue.yield %x : i32
    } : !nv_tileaa.queue<i32>
    nv_tileaa.yield
    } {num_warps = array<i32: 1, 1>, max_registers = array<i32: 40, 40>}
    nv_tileaa.return
  }
}
//--- nested.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %a = nv_tileaa.create_queue {depth = 1 : i32} : !nv_tileaa.queue<i32>
    nv_tileaa.execute {
      nv_tileaa.yield
    }, {
      nv_tileaa.execute {
        nv_tileaa.queue.get %a {
        ^bb0(%e: i32):
          nv_tileaa.queue.yield
        } : (!nv_tileaa.queue<i32>) -> ()
        nv_tileaa.yield
      } {num_warps = array<i32: 1>, max_registers = array<i32: 40>}
      nv_tileaa.yield
    } {num_warps = array<i32: 1, 1>, max_registers = array<i32: 40, 40>}
    nv_tileaa.return
  }
}
//--- left.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %q = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<i32>
    %0 = arith.constant 0 : i32
    nv_tileaa.queue.put %q {
      nv_tileaa.queue.yield %0 : i32
    } : !nv_tileaa.queue<i32>
    nv_tileaa.return
  }
}
//--- combiner.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %q = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<i32>
    %g = nv_tileaa.generate {
    ^bb0(%r: i32):
      %x = nv_tileaa.queue.get %q {
      ^bb0(%e: i32):
        nv_tileaa.queue.yield %e : i32
      } : (!nv_tileaa.queue<i32>) -> i32
      nv_tileaa.yield %x : i32
    } : tensor<4xi32>
    nv_tileaa.return
  }
}
//--- passed.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer y : i32[2] = fill(0)
// tilefuzz.args &y
!ptr = !nv_tileaa.ptr<i32, 1>
!queue = !nv_tileaa.queue<i32>
gpu.module @m {
  nv_tileaa.func @take(%q: !queue, %p: !ptr) {
    %x = nv_tileaa.queue.get %q {
    ^bb0(%e: i32):
      nv_tileaa.queue.yield %e : i32
    } : (!queue) -> i32
    %t = nv_tileaa.store %p, %x : (!ptr, i32) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
  nv_tileaa.func @k(%y: !ptr) attributes {cute.kernel} {
    %a = nv_tileaa.create_queue {depth = 1 : i32} : !queue
    %b = nv_tileaa.create_queue {depth = 1 : i32} : !queue
    %1 = arith.constant 1 : i32
    %3 = arith.constant 3 : i32
    %7 = arith.constant 7 : i32
    %true = arith.constant true
    %second = arith.select %true, %b, %a : !queue
    %y1 = nv_tileaa.addptr %y, %1 : !ptr, i32
    nv_tileaa.execute {
      nv_tileaa.call @take(%a, %y) : (!queue, !ptr) -> ()
      nv_tileaa.yield
    }, {
      nv_tileaa.call @take(%second, %y1) : (!queue, !ptr) -> ()
      nv_tileaa.yield
    }, {
      nv_tileaa.queue.put %b { nv_tileaa.queue.yield %7 : i32 } : !queue
      nv_tileaa.queue.put %a { nv_tileaa.queue.yield %3 : i32 } : !queue
      nv_tileaa.yield
    } {num_warps = array<i32: 1, 1, 1>, max_registers = array<i32: 40, 40, 40>}
    nv_tileaa.return
  }
}
//--- blocks.mlir
// tilefuzz.launch kernel=@k grid=3 seed=1
// tilefuzz.buffer y : i32[3] = fill(0)
// tilefuzz.args &y
!ptr = !nv_tileaa.ptr<i32, 1>
!queue = !nv_tileaa.queue<i32>
gpu.module @m {
  nv_tileaa.func @k(%y: !ptr) attributes {cute.kernel} {
    %q = nv_tileaa.create_queue {depth = 1 : i32} : !queue
    %id = nv_tileaa.get_program_id 0 : i32
    %100 = arith.constant 100 : i32
    nv_tileaa.execute {
      %x = arith.addi %id, %100 : i32
      nv_tileaa.queue.put %q { nv_tileaa.queue.yield %x : i32 } : !queue
      nv_tileaa.yield
    }, {
      nv_tileaa.queue.get %q {
      ^bb0(%e: i32):
        %p = nv_tileaa.addptr %y, %id : !ptr, i32
        %t = nv_tileaa.store %p, %e : (!ptr, i32) -> !nv_tileaa.mem_token
        nv_tileaa.queue.yield
      } : (!queue) -> ()
      nv_tileaa.yield
    } {num_warps = array<i32: 1, 1>, max_registers = array<i32: 40, 40>}
    nv_tileaa.return
  }
}
//--- loops.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.args &y
!ptr = !nv_tileaa.ptr<i32, 1>
!queue = !nv_tileaa.queue<i32>
!tok = !nv_tileaa.mem_token
gpu.module @m {
  nv_tileaa.func @k(%y: !ptr) attributes {cute.kernel} {
    %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
    %0 = arith.constant 0 : i32
    %1 = arith.constant 1 : i32
    %9 = arith.constant 9 : i32
    nv_tileaa.execute {
      scf.for %i = %0 to %9 step %1 : i32 {
        nv_tileaa.queue.put %q { nv_tileaa.queue.yield %1 : i32 } : !queue
      }
      nv_tileaa.queue.put %q { nv_tileaa.queue.yield %0 : i32 } : !queue
      nv_tileaa.yield
    }, {
      scf.while : () -> () {
        %x = nv_tileaa.queue.get %q {
        ^bb0(%e: i32):
          nv_tileaa.queue.yield %e : i32
        } : (!queue) -> i32
        %more = arith.cmpi ne, %x, %0 : i32
        scf.condition(%more)
      } do { scf.yield }
      %t = nv_tileaa.store %y, %1 {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<release>} : (!ptr, i32) -> !tok
      nv_tileaa.yield
    }, {
      scf.while : () -> () {
        %x, %t = nv_tileaa.load %y {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<acquire>} : (!ptr) -> (i32, !tok)
        %less = arith.cmpi eq, %x, %0 : i32
        scf.condition(%less)
      } do { scf.yield }
      nv_tileaa.yield
    } {num_warps = array<i32: 1, 1, 1>, max_registers = array<i32: 40, 40, 40>}
    nv_tileaa.return
  }
}
