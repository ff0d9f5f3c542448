// tile-run --explore: all outcomes, how each comes about, and what is expected.
//
// RUN: split-file %s %t
// RUN: tile-run %t/polls.mlir --explore | FileCheck %s --check-prefix=POLLS
// POLLS: outcome 1: completed
// POLLS-NEXT: d : i32[1] = 7
// POLLS-NEXT: f : i32[1] = 1
// POLLS-NEXT: out : i32[1] = 7
// POLLS-NEXT: poll reads f+0 from flag
// POLLS-NEXT: take reads d+0 from data
// POLLS-NEXT: 1 outcome, {{[0-9]+}} executions, {{[0-9]+}} graphs
// POLLS-NEXT: complete
//
// A release weakened to relaxed: no run under a schedule need show it.
// RUN: sed s/release/relaxed/ %t/polls.mlir > %t/relaxed.mlir
// RUN: not tile-run %t/relaxed.mlir --explore | FileCheck %s --check-prefix=RELAXED
// RELAXED: undefined: races
// RELAXED-NEXT: race on d+0: cuda_tile.store_ptr_tko (data) and cuda_tile.load_ptr_tko (take)
//
// The same where the loop asks at its end.
// RUN: tile-run %t/polls.mlir --explore --at=convert-cuda-tile-to-tileaa | FileCheck %s --check-prefix=POLLS
// RUN: not tile-run %t/relaxed.mlir --explore --at=convert-cuda-tile-to-tileaa | FileCheck %s --check-prefix=LOWERED
// LOWERED: race on d+0: nv_tileaa.store (data) and nv_tileaa.load (take)
//
// A flag that never comes.
// RUN: sed 's/release device %%f, %%one/release device %%f, %%zero/' %t/polls.mlir > %t/never.mlir
// RUN: not tile-run %t/never.mlir --explore --json | FileCheck %s --check-prefix=NEVER
// NEVER: "complete": true
// NEVER: "outcomes": [
// NEVER: "condition": "every-block-waits"
// NEVER: "status": "deadlock"
// NEVER: "block": 1,
//
// Accesses of several sizes to the same bytes.
// RUN: tile-run %t/sizes.mlir --explore | FileCheck %s --check-prefix=SIZES
// SIZES: outcome 1: completed
// SIZES-NEXT: x : i32[1] = 16974081
// SIZES: 1 outcome
// SIZES: as expected
//
// A value that depends on a read only apparently: whether the compiler may know
// is not said, so neither is whether 1 can be seen in both blocks. (If nobody could
// tell, it would not matter: x and y hold 1 in another outcome as well.)
// RUN: not tile-run %t/apparent.mlir --explore | FileCheck %s --check-prefix=APPARENT
// APPARENT: not complete: a write depends on a read only apparently
//
// Nor where a read only decides which token an update takes: the update is made
// whatever was read, so the read might see it (x 3, out 3).
// RUN: not tile-run %t/selected.mlir --explore | FileCheck %s --check-prefix=APPARENT
// With the token of the read itself, it may not.
// RUN: sed 's/token=%%taken/token=%%t/' %t/selected.mlir > %t/ordered.mlir
// RUN: tile-run %t/ordered.mlir --explore | FileCheck %s --check-prefix=ORDERED
// ORDERED: out : i32[1] = 0
// ORDERED: 1 outcome,
// ORDERED-NEXT: complete
//
// RUN: not tile-run %t/sizes.mlir --explore --explore-limit=1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: not complete: the limit of 1 graphs was reached
// LIMIT-NEXT: not as expected: the exploration is not complete
//
// RUN: sed 's/allowed (16974081)/allowed (3) (16974081)/' %t/sizes.mlir > %t/wrong.mlir
// RUN: not tile-run %t/wrong.mlir --explore | FileCheck %s --check-prefix=WRONG
// WRONG: not as expected: outcome (3) was not found
// RUN: sed 's/observe x/observe z/' %t/sizes.mlir > %t/unknown.mlir
// RUN: not tile-run %t/unknown.mlir --explore 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unknown.mlir:{{[0-9]+}}:28: error: unknown buffer 'z'
// RUN: sed 's/grid=2/grid=65/' %t/polls.mlir > %t/many.mlir
// RUN: not tile-run %t/many.mlir --explore 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: a grid of more than 64 blocks is too large to explore
//
// A pattern that PTX's reading of the model excuses.
// RUN: tile-run %corpus/litmus/A21.mlir --explore | FileCheck %s --check-prefix=READING
// READING: undefined: races that PTX's reading excuses
// READING: as expected
// RUN: not tile-run %corpus/litmus/A21.mlir --explore --reading=S | FileCheck %s --check-prefix=PTX
// PTX: complete
// PTX: not as expected: race a/g was not found

//--- polls.mlir
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
    %seven = constant <i32: 7> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %a = store_ptr_tko weak %d, %seven : tile<ptr<i32>>, tile<i32> -> token loc("data")
      %b = store_ptr_tko release device %f, %one token=%a : tile<ptr<i32>>, tile<i32> -> token loc("flag")
    } else {
      %t0 = make_token : token
      %seen = loop iter_values(%t = %t0) : token -> token {
        %v, %u = load_ptr_tko acquire device %f token=%t : tile<ptr<i32>> -> tile<i32>, token loc("poll")
        %done = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
        if %done {
          break %u : token
        }
        continue %u : token
      }
      %w, %tw = load_ptr_tko weak %d token=%seen : tile<ptr<i32>> -> tile<i32>, token loc("take")
      %s = store_ptr_tko weak %out, %w : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
//--- sizes.mlir
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect observe x
// tilefuzz.expect allowed (16974081)
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %ones = constant <i32: 16843009> : tile<i32>
    %three = constant <i8: 3> : tile<i8>
    %two = constant <i32: 2> : tile<i32>
    %a = store_ptr_tko weak %x, %ones : tile<ptr<i32>>, tile<i32> -> token
    %bytes = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i8>>
    %third = offset %bytes, %two : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %b = store_ptr_tko weak %third, %three token=%a : tile<ptr<i8>>, tile<i8> -> token
    %v, %c = load_ptr_tko weak %x token=%b : tile<ptr<i32>> -> tile<i32>, token
    %d = store_ptr_tko weak %x, %v token=%c : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
//--- apparent.mlir
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer seen : i32[1] = fill(-1)
// tilefuzz.args &x &y &seen
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %seen: tile<ptr<i32>>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %bx, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %a, %ta = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token
      %o = store_ptr_tko weak %seen, %a : tile<ptr<i32>>, tile<i32> -> token
      %none = muli %a, %zero : tile<i32>
      %v = addi %none, %one : tile<i32>
      %b = store_ptr_tko relaxed device %y, %v : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %c, %tc = load_ptr_tko relaxed device %y : tile<ptr<i32>> -> tile<i32>, token
      %d = store_ptr_tko relaxed device %x, %c : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
//--- selected.mlir
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer out : i32[1] = fill(-1)
// tilefuzz.args &x &y &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %none = make_token : token
    %v, %t = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    %is = cmpi equal %v, %zero, signed : tile<i32> -> tile<i1>
    %taken = if %is -> (token) {
      %s = store_ptr_tko weak %y, %three : tile<ptr<i32>>, tile<i32> -> token
      yield %s : token
    } else {
      yield %none : token
    }
    %w, %u = atomic_rmw_tko relaxed device %x, add, %three token=%taken : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
