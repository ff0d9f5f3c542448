// Facts and choices about splats; single elements of tiles.
// RUN: tile-opt %s --tileaa-canonicalize | FileCheck %s
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=splat-of-select-swapped,extract-reverses-indices" | FileCheck %s --check-prefix=BUG
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=extract-drops-other-axis" | FileCheck %s --check-prefix=AXIS
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=extract-drops-axis-before" | FileCheck %s --check-prefix=THIRD
// RUN: not tile-opt %s --tileaa-canonicalize="inject-bug=assume-any-of-splat" 2>&1 | FileCheck %s --check-prefix=ANY
// ANY: error: 'nv_tileaa.assume' op same_elements length must match the constrained value's rank

// CHECK-LABEL: nv_tileaa.func @assume
// CHECK: %[[A:.*]] = nv_tileaa.assume #nv_tileaa.bounded<0, 100>, %arg0 : i32
// CHECK: %[[B:.*]] = nv_tileaa.assume #nv_tileaa.div_by<8>, %[[A]] : i32
// CHECK: %[[S:.*]] = nv_tileaa.splat %[[B]] : i32 -> tensor<4xi32>
// CHECK: nv_tileaa.return %[[S]]
nv_tileaa.func @assume(%x: i32) -> tensor<4xi32> {
  %s = nv_tileaa.splat %x : i32 -> tensor<4xi32>
  %a = nv_tileaa.assume #nv_tileaa.bounded<0, 100>, %s : tensor<4xi32>
  %b = nv_tileaa.assume #nv_tileaa.div_by<8>, %a : tensor<4xi32>
  nv_tileaa.return %b : tensor<4xi32>
}

// CHECK-LABEL: nv_tileaa.func @assume_pointer
// CHECK: nv_tileaa.assume #nv_tileaa.div_by<16>, %arg0 : !nv_tileaa.ptr<f32, 1>
// CHECK-NEXT: nv_tileaa.splat
nv_tileaa.func @assume_pointer(%p: !nv_tileaa.ptr<f32, 1>) -> tensor<2x!nv_tileaa.ptr<f32, 1>> {
  %s = nv_tileaa.splat %p : !nv_tileaa.ptr<f32, 1> -> tensor<2x!nv_tileaa.ptr<f32, 1>>
  %a = nv_tileaa.assume #nv_tileaa.div_by<16>, %s : tensor<2x!nv_tileaa.ptr<f32, 1>>
  nv_tileaa.return %a : tensor<2x!nv_tileaa.ptr<f32, 1>>
}

// What is said about blocks of elements stays where there are elements, and so
// does what is not known.
// CHECK-LABEL: nv_tileaa.func @assume_stays
// CHECK-COUNT-3: nv_tileaa.assume {{.*}} : tensor<4xi32>
nv_tileaa.func @assume_stays(%x: i32) -> tensor<4xi32> {
  %s = nv_tileaa.splat %x : i32 -> tensor<4xi32>
  %a = nv_tileaa.assume #nv_tileaa.same_elements<[4]>, %s : tensor<4xi32>
  %t = nv_tileaa.splat %x : i32 -> tensor<4xi32>
  %b = nv_tileaa.assume #nv_tileaa.div_by<8, every = 1, along = 0>, %t : tensor<4xi32>
  %u = nv_tileaa.splat %x : i32 -> tensor<4xi32>
  %c = nv_tileaa.assume "of another compiler", %u : tensor<4xi32>
  %d = arith.addi %a, %b : tensor<4xi32>
  %e = arith.addi %d, %c : tensor<4xi32>
  nv_tileaa.return %e : tensor<4xi32>
}

// CHECK-LABEL: nv_tileaa.func @select
// CHECK-DAG: %[[C:.*]] = nv_tileaa.splat %arg0 : i1 -> tensor<4xi1>
// CHECK-DAG: %[[X:.*]] = nv_tileaa.splat %arg1
// CHECK-DAG: %[[Y:.*]] = nv_tileaa.splat %arg2
// CHECK: arith.select %[[C]], %[[X]], %[[Y]] : tensor<4xi1>, tensor<4xf32>
// BUG-LABEL: nv_tileaa.func @select
// BUG-DAG: %[[X:.*]] = nv_tileaa.splat %arg1
// BUG-DAG: %[[Y:.*]] = nv_tileaa.splat %arg2
// BUG: arith.select %{{.*}}, %[[Y]], %[[X]]
nv_tileaa.func @select(%c: i1, %x: f32, %y: f32) -> tensor<4xf32> {
  %v = arith.select %c, %x, %y : f32
  %s = nv_tileaa.splat %v : f32 -> tensor<4xf32>
  nv_tileaa.return %s : tensor<4xf32>
}

// Down to the inputs; the operations keep their attributes.
// CHECK-LABEL: nv_tileaa.func @extract
// CHECK-DAG: %[[X:.*]] = nv_tileaa.extract %arg0[%arg2, %arg3]
// CHECK-DAG: %[[Y:.*]] = nv_tileaa.extract %arg1[%arg2, %arg3]
// CHECK: %[[S:.*]] = nv_tileaa.addf %[[X]], %[[Y]] {rounding_mode = #nv_tileaa.rounding_mode<rz>} : f32
// CHECK: %[[R:.*]] = math.exp %[[S]] : f32
// CHECK: nv_tileaa.return %[[R]]
nv_tileaa.func @extract(%x: tensor<2x4xf32>, %y: tensor<2x4xf32>, %i: i32, %j: i32) -> f32 {
  %a = nv_tileaa.addf %x, %y {rounding_mode = #nv_tileaa.rounding_mode<rz>} : tensor<2x4xf32>
  %b = math.exp %a : tensor<2x4xf32>
  %r = nv_tileaa.extract %b[%i, %j] : tensor<2x4xf32>, i32, i32 -> f32
  nv_tileaa.return %r : f32
}

// CHECK-LABEL: nv_tileaa.func @extract_once
// CHECK: nv_tileaa.extract %arg0[%arg1, %arg2]
// BUG-LABEL: nv_tileaa.func @extract_once
// BUG: nv_tileaa.extract %arg0[%arg2, %arg1]
nv_tileaa.func @extract_once(%x: tensor<4x4xi32>, %i: i32, %j: i32) -> i32 {
  %a = arith.muli %x, %x : tensor<4x4xi32>
  %r = nv_tileaa.extract %a[%i, %j] : tensor<4x4xi32>, i32, i32 -> i32
  nv_tileaa.return %r : i32
}

// A scalar condition is one for every element.
// CHECK-LABEL: nv_tileaa.func @extract_select
// CHECK: arith.select %arg0, %{{.*}}, %{{.*}} : i32
nv_tileaa.func @extract_select(%c: i1, %x: tensor<4xi32>, %y: tensor<4xi32>, %i: i32) -> i32 {
  %a = arith.select %c, %x, %y : tensor<4xi32>
  %r = nv_tileaa.extract %a[%i] : tensor<4xi32>, i32 -> i32
  nv_tileaa.return %r : i32
}

// With other uses the cheap ones move, the others stay; so does what has an
// effect, and what is not element-wise.
// CHECK-LABEL: nv_tileaa.func @extract_uses
// CHECK: nv_tileaa.extract %arg0[%arg1]
// CHECK: arith.addi %{{.*}}, %{{.*}} : i32
// CHECK: %[[D:.*]] = arith.divsi %{{.*}} : tensor<4xi32>
// CHECK: nv_tileaa.extract %[[D]][%arg1]
// CHECK: %[[E:.*]] = nv_tileaa.extern_elementwise
// CHECK: nv_tileaa.extract %[[E]][%arg1]
// CHECK: %[[P:.*]] = nv_tileaa.permute
// CHECK: nv_tileaa.extract %[[P]][%arg1]
nv_tileaa.func @extract_uses(%x: tensor<4xi32>, %i: i32) -> (tensor<4xi32>, tensor<4xi32>, i32, i32, i32, i32) {
  %a = arith.addi %x, %x : tensor<4xi32>
  %ra = nv_tileaa.extract %a[%i] : tensor<4xi32>, i32 -> i32
  %d = arith.divsi %x, %x : tensor<4xi32>
  %rd = nv_tileaa.extract %d[%i] : tensor<4xi32>, i32 -> i32
  %e = nv_tileaa.extern_elementwise "lib", "f"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  %re = nv_tileaa.extract %e[%i] : tensor<4xi32>, i32 -> i32
  %p = nv_tileaa.permute %x [0] : tensor<4xi32> -> tensor<4xi32>
  %rp = nv_tileaa.extract %p[%i] : tensor<4xi32>, i32 -> i32
  nv_tileaa.return %a, %d, %ra, %rd, %re, %rp : tensor<4xi32>, tensor<4xi32>, i32, i32, i32, i32
}

// CHECK-LABEL: nv_tileaa.func @extract_expand
// CHECK-NEXT: %[[R:.*]] = nv_tileaa.extract %arg0[%arg2, %arg3] : tensor<2x4xi32>, i32, i32 -> i32
// CHECK-NEXT: nv_tileaa.return %[[R]]
// AXIS-LABEL: nv_tileaa.func @extract_expand
// AXIS: nv_tileaa.extract %arg0[%arg1, %arg2]
nv_tileaa.func @extract_expand(%x: tensor<2x4xi32>, %k: i32, %i: i32, %j: i32) -> i32 {
  %e = nv_tileaa.expand_dims %x {axis = 0 : i32} : tensor<2x4xi32> -> tensor<1x2x4xi32>
  %r = nv_tileaa.extract %e[%k, %i, %j] : tensor<1x2x4xi32>, i32, i32, i32 -> i32
  nv_tileaa.return %r : i32
}

// An operand that comes twice is extracted once: doubled tiles, each of the one
// before, would double the program each time.
// CHECK-LABEL: nv_tileaa.func @extract_doubled
// CHECK-NEXT: %[[X:.*]] = nv_tileaa.extract %arg0[%arg1]
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[X]], %[[X]] : i32
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %[[A]] : i32
// CHECK-NEXT: %[[C:.*]] = arith.addi %[[B]], %[[B]] : i32
// CHECK-NEXT: nv_tileaa.return %[[C]]
nv_tileaa.func @extract_doubled(%x: tensor<4xi32>, %i: i32) -> i32 {
  %a = arith.addi %x, %x : tensor<4xi32>
  %b = arith.addi %a, %a : tensor<4xi32>
  %c = arith.addi %b, %b : tensor<4xi32>
  %r = nv_tileaa.extract %c[%i] : tensor<4xi32>, i32 -> i32
  nv_tileaa.return %r : i32
}

// Of a chain that stays, only the first operation is repeated for an element.
// CHECK-LABEL: nv_tileaa.func @extract_chain
// CHECK-NEXT: %[[A:.*]] = arith.addi %arg0, %arg0 : tensor<4xi32>
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %arg0 : tensor<4xi32>
// CHECK-NEXT: nv_tileaa.extract %[[B]][%arg1]
nv_tileaa.func @extract_chain(%x: tensor<4xi32>, %i: i32) -> (tensor<4xi32>, tensor<4xi32>, i32) {
  %a = arith.addi %x, %x : tensor<4xi32>
  %b = arith.addi %a, %x : tensor<4xi32>
  %r = nv_tileaa.extract %b[%i] : tensor<4xi32>, i32 -> i32
  nv_tileaa.return %a, %b, %r : tensor<4xi32>, tensor<4xi32>, i32
}

// The same of a selection: it moves if it has no other use, or is the first.
// CHECK-LABEL: nv_tileaa.func @select_chain
// CHECK: %[[A:.*]] = arith.select %arg0, %arg1, %arg2 : i32
// CHECK: %[[T:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xi32>
// CHECK: %[[B:.*]] = arith.select %arg0, %[[A]], %arg1 : i32
// CHECK: %[[S:.*]] = nv_tileaa.splat %[[B]] : i32 -> tensor<4xi32>
// CHECK: nv_tileaa.return %[[B]], %[[T]], %[[S]]
nv_tileaa.func @select_chain(%c: i1, %x: i32, %y: i32) -> (i32, tensor<4xi32>, tensor<4xi32>) {
  %a = arith.select %c, %x, %y : i32
  %ta = nv_tileaa.splat %a : i32 -> tensor<4xi32>
  %b = arith.select %c, %a, %x : i32
  %tb = nv_tileaa.splat %b : i32 -> tensor<4xi32>
  nv_tileaa.return %b, %ta, %tb : i32, tensor<4xi32>, tensor<4xi32>
}

// An index of size 1 behind others.
// CHECK-LABEL: nv_tileaa.func @extract_expand_third
// CHECK-NEXT: nv_tileaa.extract %arg0[%arg1, %arg2] : tensor<2x4xi32>, i32, i32 -> i32
// THIRD-LABEL: nv_tileaa.func @extract_expand_third
// THIRD-NEXT: nv_tileaa.extract %arg0[%arg1, %arg3]
nv_tileaa.func @extract_expand_third(%x: tensor<2x4xi32>, %i: i32, %j: i32, %k: i32) -> i32 {
  %e = nv_tileaa.expand_dims %x {axis = 2 : i32} : tensor<2x4xi32> -> tensor<2x4x1xi32>
  %r = nv_tileaa.extract %e[%i, %j, %k] : tensor<2x4x1xi32>, i32, i32, i32 -> i32
  nv_tileaa.return %r : i32
}

// Both operands are results of one operation.
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=extract-once-per-operation" | FileCheck %s --check-prefix=ONCE
// CHECK-LABEL: nv_tileaa.func @extract_of_two_results
// CHECK: %[[LOW:.*]], %[[HIGH:.*]] = arith.mulsi_extended
// CHECK: %[[A:.*]] = nv_tileaa.extract %[[HIGH]][%arg2]
// CHECK: %[[B:.*]] = nv_tileaa.extract %[[LOW]][%arg2]
// CHECK: arith.subi %[[A]], %[[B]] : i32
// ONCE-LABEL: nv_tileaa.func @extract_of_two_results
// ONCE-NEXT: arith.constant 0 : i32
nv_tileaa.func @extract_of_two_results(%x: tensor<4xi32>, %y: tensor<4xi32>, %i: i32) -> i32 {
  %low, %high = arith.mulsi_extended %x, %y : tensor<4xi32>
  %d = arith.subi %high, %low : tensor<4xi32>
  %e = nv_tileaa.extract %d[%i] : tensor<4xi32>, i32 -> i32
  nv_tileaa.return %e : i32
}
