// Undefined behaviour ends a run with its name and the operation's place.
// RUN: split-file %s %t
// RUN: not tile-run %t/division.mlir | FileCheck %s --check-prefix=DIVISION
// DIVISION: undefined-behaviour: division-by-zero at cuda_tile.divi ({{.*}}division.mlir:5:8)
// RUN: not tile-run %t/bounds.mlir | FileCheck %s --check-prefix=BOUNDS
// BOUNDS: undefined-behaviour: out-of-bounds at cuda_tile.store_ptr_tko
// RUN: tile-run %t/masked.mlir | FileCheck %s --check-prefix=MASKED
// MASKED: completed
// MASKED-NEXT: x : i32[2] = 7 7
// MASKED-NEXT: y : i32[4] = 7 7 -1 ?
// RUN: not tile-run %t/race.mlir | FileCheck %s --check-prefix=RACE
// RACE: race: data-race at cuda_tile.store_ptr_tko
// RACE: race on x+0: cuda_tile.store_ptr_tko ({{.*}}race.mlir:4:8) and cuda_tile.store_ptr_tko ({{.*}}race.mlir:5:8)
// RUN: not tile-run %t/assume.mlir | FileCheck %s --check-prefix=ASSUME
// ASSUME: undefined-behaviour: false-assumption at cuda_tile.assume
// RUN: not tile-run %t/group.mlir | FileCheck %s --check-prefix=GROUP
// GROUP: undefined-behaviour: false-assumption at cuda_tile.assume
// RUN: not tile-run %t/limit.mlir --step-limit=100 | FileCheck %s --check-prefix=LIMIT
// LIMIT: step-limit
// RUN: not tile-run %t/view.mlir | FileCheck %s --check-prefix=VIEW
// VIEW: undefined-behaviour: view-index-outside-index-space at cuda_tile.load_view_tko
// RUN: not tile-run %t/args.mlir 2>&1 | FileCheck %s --check-prefix=ARGS
// ARGS: args.mlir: error: argument 0: 'x' is no value of type i32
// RUN: not tile-run %t/token.mlir 2>&1 | FileCheck %s --check-prefix=TOKEN
// TOKEN: token.mlir: error: argument 0: parameters of type !cuda_tile.token cannot be launched
// RUN: not tile-run %t/token.mlir --at=convert-cuda-tile-to-tileaa 2>&1 | FileCheck %s --check-prefix=LOWERED
// LOWERED: token.mlir:2:23: error: 'cuda_tile.entry' has a parameter of type '!cuda_tile.token', which the lowering to nv_tileaa does not support
// RUN: not tile-run %t/syntax.mlir 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: syntax.mlir:2:{{[0-9]+}}: error:
// RUN: not tile-run %t/half-pointer.mlir | FileCheck %s --check-prefix=HALFPOINTER
// HALFPOINTER: unsupported: a pointer to the second half of a byte: the dialect does not say how it addresses one at cuda_tile.offset
// RUN: not tile-run %t/half-store.mlir | FileCheck %s --check-prefix=HALFSTORE
// HALFSTORE: unsupported: a store of half a byte: the dialect does not say what becomes of the rest at cuda_tile.store_view_tko
// RUN: not tile-run %t/half-count.mlir 2>&1 | FileCheck %s --check-prefix=HALFCOUNT
// HALFCOUNT: half-count.mlir:1:33: error: elements of type f4E2M1FN fill bytes in pairs; expected an even count

//--- division.mlir
// tilefuzz.args 1 0
cuda_tile.module @m {
  entry @k(%a: tile<i32>, %b: tile<i32>) {
    %t = make_token : token
  %q = divi %a, %b signed : tile<i32>
  }
}
//--- bounds.mlir
// tilefuzz.buffer x : i32[2] = fill(0)
// tilefuzz.args &x+8
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>) {
  %v = constant <i32: 1> : tile<i32>
  %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
} }
//--- masked.mlir
// tilefuzz.buffer x : i32[2] = fill(7)
// tilefuzz.buffer y : i32[4] = fill(0)
// tilefuzz.args &x &y 4
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
  %i = iota : tile<4xi32>
  %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
  %p4 = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %ps = offset %p4, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  // Lanes 2 and 3 are out of bounds and masked: no access.
  %m = constant <i1: [true, true, false, false]> : tile<4xi1>
  %pad = constant <i32: -1> : tile<4xi32>
  %v, %t0 = load_ptr_tko weak %ps, %m, %pad : tile<4xptr<i32>>, tile<4xi1>, tile<4xi32> -> tile<4xi32>, token
  %u, %t1 = load_ptr_tko weak %ps, %m : tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token
  %last = constant <i1: [true, true, true, false]> : tile<4xi1>
  %w = select %last, %v, %u : tile<4xi1>, tile<4xi32>
  %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
  %q4 = broadcast %q1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %qs = offset %q4, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %t2 = store_ptr_tko weak %qs, %w : tile<4xptr<i32>>, tile<4xi32> -> token
} }
//--- race.mlir
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x 1
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>, %v: tile<i32>) {
  %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
  %u = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
} }
//--- assume.mlir
// tilefuzz.args -1
cuda_tile.module @m { entry @k(%a: tile<i32>) {
  %b = assume bounded<0, ?>, %a : tile<i32>
} }
//--- group.mlir
// Multiples of the divisor once their places are taken off, but they do not count up.
cuda_tile.module @m { entry @k() {
  %a = constant <i32: [4, 1]> : tile<2xi32>
  %b = assume div_by<4, every 2 along 0>, %a : tile<2xi32>
} }
//--- limit.mlir
// tilefuzz.args 0 1000000 1
cuda_tile.module @m { entry @k(%a: tile<i32>, %b: tile<i32>, %c: tile<i32>) {
  for %i in (%a to %b, step %c) : tile<i32> { }
} }
//--- view.mlir
// tilefuzz.buffer x : f32[10] = fill(0)
// tilefuzz.args &x 3
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
  %tv = make_tensor_view %p, shape = [10], strides = [1] : tensor_view<10xf32, strides=[1]>
  %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<10xf32, strides=[1]>>
  %x, %t = load_view_tko weak %pv[%i] : partition_view<tile=(4), tensor_view<10xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
} }
//--- args.mlir
// tilefuzz.args x
cuda_tile.module @m { entry @k(%a: tile<i32>) { } }
//--- syntax.mlir
cuda_tile.module @m { entry @k(%a: tile<i32>) {
  %b = addi %a, %c : tile<i32>
} }
//--- half-pointer.mlir
// tilefuzz.buffer x : f4E2M1FN[4] = fill(1)
// tilefuzz.args &x
cuda_tile.module @m { entry @k(%p: tile<ptr<f4E2M1FN>>) {
  %i = constant <i32: 1> : tile<i32>
  %q = offset %p, %i : tile<ptr<f4E2M1FN>>, tile<i32> -> tile<ptr<f4E2M1FN>>
} }
//--- half-store.mlir
// tilefuzz.buffer x : f4E2M1FN[4] = fill(1)
// tilefuzz.args &x
cuda_tile.module @m { entry @k(%p: tile<ptr<f4E2M1FN>>) {
  %i = constant <i32: 0> : tile<i32>
  %v = constant <f4E2M1FN: 2.0> : tile<4xf4E2M1FN>
  %t = make_tensor_view %p, shape = [3], strides = [1] : tensor_view<3xf4E2M1FN, strides=[1]>
  %w = make_partition_view %t : partition_view<tile=(4), tensor_view<3xf4E2M1FN, strides=[1]>>
  %u = store_view_tko weak %v, %w[%i] : tile<4xf4E2M1FN>, partition_view<tile=(4), tensor_view<3xf4E2M1FN, strides=[1]>>, tile<i32> -> token
} }
//--- half-count.mlir
// tilefuzz.buffer x : f4E2M1FN[3] = fill(1)
cuda_tile.module @m { entry @k() { } }
//--- token.mlir
// tilefuzz.args 0
cuda_tile.module @m { entry @k(%t: token) { } }
