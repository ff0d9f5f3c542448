// A run told operation by operation, as text and as JSON lines, on every level
// that the tile interpreter runs; races and undefined behaviour where they arise.
// RUN: split-file %s %t
// RUN: tile-run %t/loop.mlir --explain | FileCheck %s --check-prefix=LOOP --strict-whitespace
// LOOP:      {{^}}block 0,0,0
// LOOP:      {{^}}  8:12  for %cst_0_i32=0, %cst_2_i32=2, %cst_1_i32=1, %arg0=x+0, %0
// LOOP-NEXT: {{^}}    iteration 0 of 8:12, %loopIdx = 0, %iterArg0 = x+0, %iterArg1 = after nothing
// LOOP-NEXT: {{^}}    10:14  load_ptr_tko %iterArg0=x+0, %iterArg1
// LOOP-NEXT: {{^}}        access #0, weak, after nothing: reads 1 element of x, bytes 0 to 3
// LOOP-NEXT: {{^}}        %result = 7 : tile<i32>
// LOOP-NEXT: {{^}}        %result_token = after #0 : token
// LOOP:                   access #1, weak, after #0: writes 1 element of x, bytes 0 to 3
// LOOP:      {{^}}    iteration 1 of 8:12, %loopIdx = 1, %iterArg0 = x+4, %iterArg1 = after #1
// LOOP:                   access #2, weak, after #1: reads 1 element of x, bytes 4 to 7
// LOOP:      {{^}}  8:12  for ends
// LOOP-NEXT: {{^}}      %for#0 = x+8 : tile<ptr<i32>>
// LOOP-NEXT: {{^}}      %for#1 = after #3 : token
// LOOP:      {{^}}completed
// LOOP-NEXT: x : i32[2] = 8 10
// RUN: tile-run %t/loop.mlir --explain=json | %python -c "import json, sys; [json.loads(line) for line in sys.stdin]"
// RUN: tile-run %t/loop.mlir --explain=json | FileCheck %s --check-prefix=JSON
// JSON: {"block":[0,0,0],"depth":1,"event":"enter","location":"{{.*}}loop.mlir:8:12","operands":[{{.*}}],"operation":"cuda_tile.for"}
// JSON: {"arguments":[{"name":"%loopIdx","type":"!cuda_tile.tile<i32>","value":{"count":1,"elements":["0"]}},{{.*}}],{{.*}}"event":"region",{{.*}}"iteration":0,{{.*}}"region":0}
// JSON: {"accesses":[{"access":1,"after":[0],"ordering":"weak","ranges":[{"access":"write","buffer":"x","elements":1,"firstByte":0,"lastByte":3}]}],{{.*}}"event":"operation",{{.*}}"operation":"cuda_tile.store_ptr_tko"
// JSON: "event":"outcome",{{.*}}"status":"completed"
// RUN: tile-run %t/loop.mlir --explain --at=convert-cuda-tile-to-tileaa | FileCheck %s --check-prefix=AA
// AA: access #1, weak, after #0: writes 1 element of x, bytes 0 to 3
// RUN: tile-run %t/loop.mlir --explain --at=convert-tileaa-to-tileas | FileCheck %s --check-prefix=AA
// RUN: not tile-run %t/loop.mlir --explain --at=optimize-llvm 2>&1 | FileCheck %s --check-prefix=MACHINE
// MACHINE: error: nothing here explains the level 'llvm'; stages before convert-tileas-to-nvvm can be explained

// Two blocks: the one that runs second races with the first.
// RUN: not tile-run %t/race.mlir --explain | FileCheck %s --check-prefix=RACE
// A message: the reader sees the writer's access, and acquires it.
// RUN: tile-run %t/message.mlir --explain | FileCheck %s --check-prefix=MESSAGE
// RUN: tile-run %t/message.mlir --explain --explain-block=1 | FileCheck %s --check-prefixes=ALONE,MESSAGE1 --implicit-check-not="block 0"
// RUN: tile-run %t/message.mlir --explain --schedule=reverse | FileCheck %s --check-prefix=LATE
// RUN: tile-run %t/message.mlir --explain=json | FileCheck %s --check-prefix=JSONMESSAGE
// MESSAGE:  block 0,0,0
// MESSAGE:    10:10  store_ptr_tko
// MESSAGE:        access #1, release device, after #0: writes 1 element of f, bytes 0 to 3
// ALONE:    block 1,0,0
// MESSAGE1: access #2, acquire device, after nothing, acquires #1: reads 1 element of f, bytes 0 to 3, written by #1
// MESSAGE1: access #3, weak, after #2: reads 1 element of x, bytes 0 to 3, written by #0
// LATE-NOT: written by
// JSONMESSAGE: "acquires":[1],{{.*}}"writtenBy":[1]

// RACE:      block 0,0,0
// RACE:      block 1,0,0
// RACE:      5:8  store_ptr_tko %arg0=x+0, %arg1=1
// RACE-NEXT:   access #1, weak, after nothing: writes 1 element of x, bytes 0 to 3
// RACE-NEXT:   race: no token orders this after cuda_tile.store_ptr_tko ({{.*}}race.mlir:5:8, write), byte 0 of x
// RACE-NEXT:   %0 = after #1 : token
// RACE:      race: data-race
// RUN: not tile-run %t/race.mlir --explain=json | FileCheck %s --check-prefix=JSONRACE
// JSONRACE: {"block":[1,0,0],"buffer":"x","event":"race",

// The third element lies outside.
// RUN: not tile-run %t/bounds.mlir --explain | FileCheck %s --check-prefix=BOUNDS
// BOUNDS:      8:12  load_ptr_tko
// BOUNDS-NEXT:     undefined-behaviour: out-of-bounds at element 2, byte 8 of x
// BOUNDS-NEXT: undefined-behaviour: out-of-bounds at cuda_tile.load_ptr_tko ({{.*}}bounds.mlir:8:12), element 2, byte 8 of x
// RUN: not tile-run %t/bounds.mlir --explain=json | FileCheck %s --check-prefix=JSONBOUNDS
// JSONBOUNDS: {"block":[0,0,0],"buffer":"x","condition":"out-of-bounds","element":2,"event":"undefined-behaviour","location":"{{.*}}bounds.mlir:8:12","offset":8,"operation":"cuda_tile.load_ptr_tko"}

// Combinations of a reduction are told up to eight.
// RUN: tile-run %t/reduce.mlir --explain | FileCheck %s --check-prefix=REDUCE
// RUN: tile-run %t/reduce.mlir --explain --all | FileCheck %s --check-prefix=EVERY
// REDUCE:         4:8  reduce %0
// REDUCE-NEXT:      5:10  subi %cst_12_i32=12, %reduce_lhs=1
// REDUCE-COUNT-7:   5:10  subi
// REDUCE-NOT:       subi
// REDUCE:           and 7 more combinations
// REDUCE-NEXT:      %reduce = 11 : tile<i32>
// RUN: tile-run %t/reduce.mlir --explain=json | FileCheck %s --check-prefix=JSONREDUCE
// JSONREDUCE: {"block":[0,0,0],"combinations":15,{{.*}}"operation":"cuda_tile.reduce"
// EVERY-COUNT-15:   5:10  subi
// EVERY-NOT:        more combinations

//--- loop.mlir
// tilefuzz.buffer x : i32[2] = list(7, 9)
// tilefuzz.args &x
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>) {
  %a = constant <i32: 0> : tile<i32>
  %b = constant <i32: 2> : tile<i32>
  %c = constant <i32: 1> : tile<i32>
  %s = make_token : token
  %q, %u = for %i in (%a to %b, step %c) : tile<i32>
      iter_values(%r = %p, %t = %s) -> (tile<ptr<i32>>, token) {
    %v, %w = load_ptr_tko weak %r token=%t : tile<ptr<i32>> -> tile<i32>, token
    %x = addi %v, %c : tile<i32>
    %y = store_ptr_tko weak %r, %x token=%w : tile<ptr<i32>>, tile<i32> -> token
    %z = offset %r, %c : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    continue %z, %y : tile<ptr<i32>>, token
  }
} }
//--- race.mlir
// tilefuzz.launch kernel=@k grid=2,1,1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x 1
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>, %v: tile<i32>) {
  %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
} }
//--- message.mlir
// tilefuzz.launch kernel=@k grid=2,1,1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.args &x &f 1 0
cuda_tile.module @m { entry @k(%x: tile<ptr<i32>>, %f: tile<ptr<i32>>, %one: tile<i32>, %zero: tile<i32>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %first = cmpi equal %b, %zero, signed : tile<i32> -> tile<i1>
  if %first {
    %s = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token
    %t = store_ptr_tko release device %f, %one token=%s : tile<ptr<i32>>, tile<i32> -> token
  } else {
    %v, %u = load_ptr_tko acquire device %f : tile<ptr<i32>> -> tile<i32>, token
    %is = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
    if %is {
      %w, %z = load_ptr_tko weak %x token=%u : tile<ptr<i32>> -> tile<i32>, token
    }
  }
} }
//--- bounds.mlir
// tilefuzz.buffer x : i32[2] = fill(0)
// tilefuzz.args &x
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>) {
  %n = iota : tile<4xi32>
  %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
  %p4 = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %q = offset %p4, %n : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %v, %t = load_ptr_tko weak %q : tile<4xptr<i32>> -> tile<4xi32>, token
} }
//--- reduce.mlir
cuda_tile.module @m { entry @k() {
  %n = iota : tile<16xi32>
  %c = constant <i32: 12> : tile<i32>
  %r = reduce %n dim=0 identities=[1 : i32] : tile<16xi32> -> tile<i32> (%e: tile<i32>, %acc: tile<i32>) {
    %d = subi %c, %e : tile<i32>
    %f = maxi %acc, %d signed : tile<i32>
    yield %f : tile<i32>
  }
} }
