// Blocks interleave fairly: a block that polls is left alone until another one
// has changed memory, under every schedule; when all that are left poll, the
// run is a deadlock, and says who waits where.
//
// RUN: split-file %s %t
// RUN: tile-run %t/polls.mlir | FileCheck %s --check-prefix=POLLS
// RUN: tile-run %t/polls.mlir --schedule=reverse | FileCheck %s --check-prefix=POLLS
// RUN: tile-run %t/polls.mlir --schedule=round-robin | FileCheck %s --check-prefix=POLLS
// RUN: tile-run %t/polls.mlir --schedule=random:5 | FileCheck %s --check-prefix=POLLS
// POLLS: completed
// POLLS-NEXT: f : i32[1] = 1
//
// RUN: not tile-run %t/waits.mlir | FileCheck %s --check-prefix=WAITS
// RUN: not tile-run %t/waits.mlir --schedule=round-robin --json | FileCheck %s --check-prefix=JSON
// WAITS: deadlock: every-block-waits at cuda_tile.loop ({{.*}}waits.mlir:11:7)
// WAITS-NEXT: block 0 waits for ever in cuda_tile.loop ({{.*}}waits.mlir:11:7)
// JSON: "status": "deadlock"
// JSON: "waiting": [
// JSON-NEXT: {
// JSON-NEXT: "block": 0,
// JSON-NEXT: "loop": {
// JSON-NEXT: "location": "{{.*}}waits.mlir:11:7"
//
// A lock that is taken twice: the exchange writes what is there already.
// RUN: not tile-run %t/lock.mlir --schedule=random:2 | FileCheck %s --check-prefix=LOCK
// LOCK: deadlock: every-block-waits
// LOCK-NEXT: block {{[012]}} waits for ever in cuda_tile.loop
// LOCK-NEXT: block {{[012]}} waits for ever in cuda_tile.loop
//
// A loop that counts is no wait.
// RUN: not tile-run %t/counts.mlir --step-limit=1000 | FileCheck %s --check-prefix=LIMIT
// LIMIT: step-limit
//
// Two blocks that undo each other's steps for ever.
// RUN: not tile-run %t/steps.mlir --schedule=round-robin --step-limit=20000 | FileCheck %s --check-prefix=STEPS
// STEPS: deadlock: livelock at cuda_tile.loop ({{.*}}steps.mlir:{{[0-9]+}}:5)
// STEPS-NEXT: block 0 waits for ever in cuda_tile.loop
// STEPS-NEXT: block 1 waits for ever in cuda_tile.loop
//
// A race is found whatever ran between.
// RUN: tile-run %corpus/regressions/race-behind-strong-store.mlir --explore | FileCheck %s --check-prefix=EXPECTED
// EXPECTED: as expected
// RUN: not tile-run %corpus/regressions/race-behind-strong-store.mlir | FileCheck %s --check-prefix=COVERED
// RUN: not tile-run %corpus/regressions/race-behind-strong-store.mlir --schedule=reverse-blocks | FileCheck %s --check-prefix=COVERED
// COVERED: race on x+0: cuda_tile.store_ptr_tko ({{a|c}}) and cuda_tile.store_ptr_tko ({{a|c}})
//
// RUN: not tile-run %t/devices.mlir 2>&1 | FileCheck %s --check-prefix=DEVICES
// DEVICES: devices.mlir:{{[0-9]+}}:42: error: the grid has 2 blocks, but devices= names 1
//
//--- polls.mlir
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.args &f
cuda_tile.module @m {
  entry @k(%f: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      loop {
        %v, %t = load_ptr_tko acquire device %f : tile<ptr<i32>> -> tile<i32>, token
        %done = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
        if %done { break }
        continue
      }
    } else {
      %s = store_ptr_tko release device %f, %one : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
//--- waits.mlir
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.args &f
cuda_tile.module @m {
  entry @k(%f: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      loop {
        %v, %t = load_ptr_tko acquire device %f : tile<ptr<i32>> -> tile<i32>, token
        %done = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
        if %done { break }
        continue
      }
    } else {
      %s = store_ptr_tko release device %f, %zero : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
//--- lock.mlir
// tilefuzz.launch grid=3 seed=1
// tilefuzz.buffer k : i32[1] = fill(0)
// tilefuzz.args &k
cuda_tile.module @m {
  entry @k(%k: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    loop {
      %v, %t = atomic_rmw_tko acq_rel device %k, xchg, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %free = cmpi equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %free { break }
      continue
    }
    return
  }
}
//--- counts.mlir
// tilefuzz.launch grid=1 seed=1
cuda_tile.module @m {
  entry @k() {
    %one = constant <i32: 1> : tile<i32>
    %n = loop iter_values(%i = %one) : tile<i32> -> tile<i32> {
      %next = addi %i, %one : tile<i32>
      continue %next : tile<i32>
    }
    return
  }
}
//--- steps.mlir
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer k : i32[1] = fill(0)
// tilefuzz.args &k
cuda_tile.module @m {
  entry @k(%k: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %seven = constant <i32: 7> : tile<i32>
    loop {
      %v, %t = atomic_rmw_tko relaxed device %k, xor, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %done = cmpi equal %v, %seven, signed : tile<i32> -> tile<i1>
      if %done { break }
      continue
    }
    return
  }
}
//--- devices.mlir
// tilefuzz.launch grid=2 seed=1 devices=0
cuda_tile.module @m {}
