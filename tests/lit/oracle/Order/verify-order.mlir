// tile-verify-order: lost edges, weakened accesses, accesses that are gone or
// new; what is not required may go.
//
// RUN: split-file %s %t
// RUN: tile-verify-order %t/source.mlir %t/source.mlir | FileCheck %s --check-prefix=SAME
// SAME: source.mlir 5 required pairs, 6 strong accesses: kept
//
// The data is no longer stored before the flag.
// RUN: sed 's/ token=%%a :/ :/' %t/source.mlir > %t/producer.mlir
// RUN: not tile-verify-order %t/source.mlir %t/producer.mlir | FileCheck %s --check-prefix=PRODUCER
// PRODUCER: 1 lost
// PRODUCER-NEXT: lost order (before-release): cuda_tile.store_ptr_tko (data) before cuda_tile.store_ptr_tko (flag)
// PRODUCER-NEXT: now cuda_tile.store_ptr_tko (data) and cuda_tile.store_ptr_tko (flag) are not ordered
// PRODUCER-NEXT: the order ran data -> flag
//
// The data is loaded before the flag is seen: only the order in which the flag
// was set before shows the load.
// RUN: sed 's/ token=%%u :/ :/' %t/source.mlir > %t/consumer.mlir
// RUN: not tile-verify-order %t/source.mlir %t/consumer.mlir --json | FileCheck %s --check-prefix=CONSUMER
// CONSUMER: "kind": "edge"
// CONSUMER: "path": [
// CONSUMER-NEXT: "poll",
// CONSUMER-NEXT: "take"
// CONSUMER: "rule": "after-acquire"
//
// RUN: sed 's/release device/relaxed device/; s/acquire device/acquire tl_blk/' %t/source.mlir > %t/weak.mlir
// RUN: not tile-verify-order %t/source.mlir %t/weak.mlir | FileCheck %s --check-prefix=WEAK
// WEAK: 2 lost
// WEAK-DAG: weakened: cuda_tile.store_ptr_tko (flag), now cuda_tile.store_ptr_tko (flag): release device -> relaxed device
// WEAK-DAG: weakened: cuda_tile.load_ptr_tko (poll), now cuda_tile.load_ptr_tko (poll): acquire device -> acquire tl_blk
//
// A load whose value is used may not go; nor may one of a new place appear.
// RUN: not tile-verify-order %t/source.mlir %t/gone.mlir | FileCheck %s --check-prefix=GONE
// GONE: gone: cuda_tile.load_ptr_tko (take) on d+0
// RUN: not tile-verify-order %t/gone.mlir %t/source.mlir | FileCheck %s --check-prefix=NEW
// NEW: new: cuda_tile.load_ptr_tko (take) on d+0
//
// An edge between a load and a store of other memory carries nothing.
// RUN: tile-verify-order %t/edges.mlir | FileCheck %s --check-prefix=LINT
// LINT: cuda_tile.load_ptr_tko (one) -> cuda_tile.store_ptr_tko (two): redundant in these runs
// LINT: cuda_tile.store_ptr_tko (two) -> cuda_tile.load_ptr_tko (three): carries 3 required pairs
// LINT: 2 token edges, 0 races
// RUN: not tile-verify-order %corpus/litmus/S02.mlir | FileCheck %s --check-prefix=RACY
// RACY: race on x+0: cuda_tile.store_ptr_tko (a) and cuda_tile.load_ptr_tko (b)
//
// A branch that no run takes, and a race in it: of a small program all runs are
// looked at. Of a large one that is said.
// RUN: not tile-verify-order %t/branch.mlir | FileCheck %s --check-prefix=HIDDEN
// HIDDEN: race on y+0: cuda_tile.store_ptr_tko (one) and cuda_tile.store_ptr_tko (two)
// RUN: sed 's/%%y, %%v :/%%y, %%v token=%%a :/' %t/branch.mlir > %t/ordered.mlir
// RUN: tile-verify-order %t/ordered.mlir | FileCheck %s --check-prefix=ORDERED
// ORDERED: 0 token edges, 0 races{{$}}
// RUN: tile-verify-order %t/ordered.mlir %t/ordered.mlir | FileCheck %s --check-prefix=COMPLETE
// COMPLETE: kept{{$}}
// RUN: not tile-verify-order %t/branch.mlir %t/ordered.mlir | FileCheck %s --check-prefix=SOURCE
// SOURCE: cannot match: the source: race on y+0
// RUN: not tile-verify-order %t/ordered.mlir %t/branch.mlir | FileCheck %s --check-prefix=BRANCH
// BRANCH: lost in other runs
// BRANCH-NEXT: new outcome: race on y+0
// RUN: tile-verify-order %corpus/kernels/histogram.mlir %corpus/kernels/histogram.mlir | FileCheck %s --check-prefix=LARGE
// LARGE: kept in the runs that were made: of the source, an execution has more than
// RUN: tile-verify-order %corpus/kernels/histogram.mlir | FileCheck %s --check-prefix=LARGE-ONE
// LARGE-ONE: 0 races in the runs that were made: an execution has more than
//
// Every stage of a compilation, and a seeded bug in one.
// RUN: tile-verify-order %corpus/kernels/in_place_swap.mlir --stages | FileCheck %s --check-prefix=STAGES
// STAGES: cuda-tile-canonicalize 72 required pairs, 0 strong accesses: kept
// STAGES: convert-tileaa-to-tileas 72 required pairs, 0 strong accesses: kept
// RUN: not tile-verify-order %t/joined.mlir --stages --inject-bug=join-drops-token | FileCheck %s --check-prefix=BUG
// BUG: convert-cuda-tile-to-tileaa {{.*}} 1 lost
// BUG-NEXT: lost order (conflict): cuda_tile.store_ptr_tko (b) before cuda_tile.load_ptr_tko (c) on y+0
//
// RUN: not tile-verify-order 2>&1 | FileCheck %s --check-prefix=USAGE
// USAGE: error: expected PROGRAM, PROGRAM --stages, PROGRAM --opt-command=CMD or PROGRAM TARGET

//--- branch.mlir
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.args &x &y
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %s = store_ptr_tko relaxed device %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %v, %l = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %early = cmpi equal %v, %zero, signed : tile<i32> -> tile<i1>
    if %early {
      %a = store_ptr_tko weak %y, %one : tile<ptr<i32>>, tile<i32> -> token loc("one")
      %b = store_ptr_tko weak %y, %v : tile<ptr<i32>>, tile<i32> -> token loc("two")
    }
    return
  }
}
//--- source.mlir
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer out : i32[1] = fill(-1)
// tilefuzz.args &d &f &out
cuda_tile.module @m {
  entry @k(%d: tile<ptr<i32>>, %f: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %a = store_ptr_tko weak %d, %one : tile<ptr<i32>>, tile<i32> -> token loc("data")
      %b = store_ptr_tko release device %f, %one token=%a : tile<ptr<i32>>, tile<i32> -> token loc("flag")
    } else {
      %v, %u = load_ptr_tko acquire device %f : tile<ptr<i32>> -> tile<i32>, token loc("poll")
      %done = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
      if %done {
        %w, %tw = load_ptr_tko weak %d token=%u : tile<ptr<i32>> -> tile<i32>, token loc("take")
        %s = store_ptr_tko weak %out, %w token=%tw : tile<ptr<i32>>, tile<i32> -> token loc("put")
      }
    }
    return
  }
}
//--- gone.mlir
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer out : i32[1] = fill(-1)
// tilefuzz.args &d &f &out
cuda_tile.module @m {
  entry @k(%d: tile<ptr<i32>>, %f: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %a = store_ptr_tko weak %d, %one : tile<ptr<i32>>, tile<i32> -> token loc("data")
      %b = store_ptr_tko release device %f, %one token=%a : tile<ptr<i32>>, tile<i32> -> token loc("flag")
    } else {
      %v, %u = load_ptr_tko acquire device %f : tile<ptr<i32>> -> tile<i32>, token loc("poll")
      %done = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
      if %done {
        %s = store_ptr_tko weak %out, %two token=%u : tile<ptr<i32>>, tile<i32> -> token loc("put")
      }
    }
    return
  }
}
//--- edges.mlir
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.args &x &y
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %v, %a = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token loc("one")
    %b = store_ptr_tko weak %y, %v token=%a : tile<ptr<i32>>, tile<i32> -> token loc("two")
    %w, %c = load_ptr_tko weak %y token=%b : tile<ptr<i32>> -> tile<i32>, token loc("three")
    return
  }
}
//--- joined.mlir
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.args &x &y
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b = store_ptr_tko weak %y, %one : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %j = join_tokens %a, %b : token
    %w, %c = load_ptr_tko weak %y token=%j : tile<ptr<i32>> -> tile<i32>, token loc("c")
    %d = store_ptr_tko weak %x, %w token=%j : tile<ptr<i32>>, tile<i32> -> token loc("d")
    return
  }
}
