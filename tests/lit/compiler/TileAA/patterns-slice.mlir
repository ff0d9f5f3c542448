// Slices move up; where they stay, and what the seeded variants make of them.
// RUN: tile-opt %s --tileaa-canonicalize | FileCheck %s
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=slice-reverses-offsets,slice-drops-other-axis,slice-of-first-element,slice-chain-ignores-stride,extract-of-slice-forgets-offset" | FileCheck %s --check-prefix=BUG
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=extract-of-slice-scales-start" | FileCheck %s --check-prefix=SCALES

// CHECK-LABEL: nv_tileaa.func @all
// CHECK-NEXT: nv_tileaa.return %arg0
nv_tileaa.func @all(%x: tensor<4x2xf32>, %i: i32) -> tensor<4x2xf32> {
  %s = nv_tileaa.extract_slice %x[%i, %i] strides = [1, 1] : tensor<4x2xf32>, i32, i32 -> tensor<4x2xf32>
  nv_tileaa.return %s : tensor<4x2xf32>
}

// An index of eight bits has no sign.
// CHECK-LABEL: nv_tileaa.func @narrow_index
// CHECK: arith.extui %arg1 : i8 to i64
// BUG-LABEL: nv_tileaa.func @narrow_index
nv_tileaa.func @narrow_index(%x: tensor<512xf32>, %i: i8, %o: i32) -> f32 {
  %s = nv_tileaa.extract_slice %x[%o] strides = [1] : tensor<512xf32>, i32 -> tensor<256xf32>
  %r = nv_tileaa.extract %s[%i] : tensor<256xf32>, i8 -> f32
  nv_tileaa.return %r : f32
}

// What is cut twice is cut once; a scalar operand stays.
// CHECK-LABEL: nv_tileaa.func @elementwise
// CHECK: %[[X:.*]] = nv_tileaa.extract_slice %arg0[%arg3, %arg4] strides = [2, 1] {{.*}} -> tensor<2x2xi32>
// CHECK: %[[M:.*]] = arith.muli %[[X]], %[[X]] {my.note} : tensor<2x2xi32>
// CHECK: %[[Y:.*]] = nv_tileaa.extract_slice %arg1[%arg3, %arg4] strides = [2, 1]
// CHECK: %[[S:.*]] = arith.select %arg2, %[[M]], %[[Y]] : tensor<2x2xi32>
// CHECK: nv_tileaa.return %[[S]]
// BUG-LABEL: nv_tileaa.func @elementwise
// BUG: nv_tileaa.extract_slice %arg1[%arg4, %arg3]
nv_tileaa.func @elementwise(%x: tensor<4x4xi32>, %y: tensor<4x4xi32>, %c: i1, %i: i32, %j: i32) -> tensor<2x2xi32> {
  %m = arith.muli %x, %x {my.note} : tensor<4x4xi32>
  %t = arith.select %c, %m, %y : tensor<4x4xi32>
  %s = nv_tileaa.extract_slice %t[%i, %j] strides = [2, 1] : tensor<4x4xi32>, i32, i32 -> tensor<2x2xi32>
  nv_tileaa.return %s : tensor<2x2xi32>
}

// A product that is used again is not computed twice; a load is none.
// CHECK-LABEL: nv_tileaa.func @elementwise_stays
// CHECK: arith.muli %arg0, %arg0 : tensor<4xi32>
// CHECK: nv_tileaa.extract_slice
// CHECK: nv_tileaa.load
// CHECK: nv_tileaa.extract_slice
nv_tileaa.func @elementwise_stays(%x: tensor<4xi32>, %p: tensor<4x!nv_tileaa.ptr<i32, 1>>, %i: i32) -> (tensor<4xi32>, tensor<2xi32>, tensor<2xi32>) {
  %m = arith.muli %x, %x : tensor<4xi32>
  %s = nv_tileaa.extract_slice %m[%i] strides = [1] : tensor<4xi32>, i32 -> tensor<2xi32>
  %v, %t = nv_tileaa.load %p : (tensor<4x!nv_tileaa.ptr<i32, 1>>) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  %u = nv_tileaa.extract_slice %v[%i] strides = [1] : tensor<4xi32>, i32 -> tensor<2xi32>
  nv_tileaa.return %m, %s, %u : tensor<4xi32>, tensor<2xi32>, tensor<2xi32>
}

// CHECK-LABEL: nv_tileaa.func @expand_dims
// CHECK: %[[S:.*]] = nv_tileaa.extract_slice %arg0[%arg1, %arg3] strides = [1, 2] : tensor<4x4xf32>, i32, i32 -> tensor<2x2xf32>
// CHECK: nv_tileaa.expand_dims %[[S]] {axis = 1 : i32} : tensor<2x2xf32> -> tensor<2x1x2xf32>
nv_tileaa.func @expand_dims(%x: tensor<4x4xf32>, %i: i32, %k: i32, %j: i32) -> tensor<2x1x2xf32> {
  %e = nv_tileaa.expand_dims %x {axis = 1 : i32} : tensor<4x4xf32> -> tensor<4x1x4xf32>
  %s = nv_tileaa.extract_slice %e[%i, %k, %j] strides = [1, 1, 2] : tensor<4x1x4xf32>, i32, i32, i32 -> tensor<2x1x2xf32>
  nv_tileaa.return %s : tensor<2x1x2xf32>
}

// BUG-LABEL: nv_tileaa.func @expand_last
// BUG: nv_tileaa.extract_slice %arg0[%arg2]
nv_tileaa.func @expand_last(%x: tensor<4xf32>, %i: i32, %k: i32) -> tensor<2x1xf32> {
  %e = nv_tileaa.expand_dims %x {axis = 1 : i32} : tensor<4xf32> -> tensor<4x1xf32>
  %s = nv_tileaa.extract_slice %e[%i, %k] strides = [1, 1] : tensor<4x1xf32>, i32, i32 -> tensor<2x1xf32>
  nv_tileaa.return %s : tensor<2x1xf32>
}

// CHECK-LABEL: nv_tileaa.func @splats
// CHECK-DAG: nv_tileaa.splat %arg0 : f32 -> tensor<2xf32>
// CHECK-DAG: arith.constant dense<7> : tensor<2xi32>
// CHECK: nv_tileaa.extract_slice
// BUG-LABEL: nv_tileaa.func @splats
// BUG-NOT: nv_tileaa.extract_slice
nv_tileaa.func @splats(%x: f32, %i: i32) -> (tensor<2xf32>, tensor<2xi32>, tensor<2xi32>) {
  %s = nv_tileaa.splat %x : f32 -> tensor<4xf32>
  %r = nv_tileaa.extract_slice %s[%i] strides = [1] : tensor<4xf32>, i32 -> tensor<2xf32>
  %c = arith.constant dense<7> : tensor<4xi32>
  %u = nv_tileaa.extract_slice %c[%i] strides = [1] : tensor<4xi32>, i32 -> tensor<2xi32>
  %d = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %w = nv_tileaa.extract_slice %d[%i] strides = [1] : tensor<4xi32>, i32 -> tensor<2xi32>
  nv_tileaa.return %r, %u, %w : tensor<2xf32>, tensor<2xi32>, tensor<2xi32>
}

// Offsets are read unsigned, and added in i64.
// CHECK-LABEL: nv_tileaa.func @chain
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i64
// CHECK-DAG: %[[J:.*]] = arith.extui %arg2 : i8 to i64
// CHECK-DAG: %[[SCALED:.*]] = arith.muli %[[J]], %[[TWO]] : i64
// CHECK-DAG: %[[AT:.*]] = arith.addi %arg1, %[[SCALED]] : i64
// CHECK: nv_tileaa.extract_slice %arg0[%[[AT]]] strides = [4] : tensor<8xf32>, i64 -> tensor<2xf32>
// BUG-LABEL: nv_tileaa.func @chain
// BUG-NOT: arith.muli
nv_tileaa.func @chain(%x: tensor<8xf32>, %i: i64, %j: i8) -> tensor<2xf32> {
  %s = nv_tileaa.extract_slice %x[%i] strides = [2] : tensor<8xf32>, i64 -> tensor<4xf32>
  %r = nv_tileaa.extract_slice %s[%j] strides = [2] : tensor<4xf32>, i8 -> tensor<2xf32>
  nv_tileaa.return %r : tensor<2xf32>
}

// CHECK-LABEL: nv_tileaa.func @element
// CHECK: %[[AT:.*]] = arith.addi %arg1, %arg2 : i64
// CHECK: nv_tileaa.extract %arg0[%[[AT]]] : tensor<8xf32>, i64 -> f32
// BUG-LABEL: nv_tileaa.func @element
// BUG: nv_tileaa.extract %arg0[%arg2] : tensor<8xf32>, i64 -> f32
nv_tileaa.func @element(%x: tensor<8xf32>, %i: i64, %j: i64) -> f32 {
  %s = nv_tileaa.extract_slice %x[%i] strides = [1] : tensor<8xf32>, i64 -> tensor<4xf32>
  %r = nv_tileaa.extract %s[%j] : tensor<4xf32>, i64 -> f32
  nv_tileaa.return %r : f32
}

// The step multiplies the index only.
// CHECK-LABEL: nv_tileaa.func @element_of_strided
// CHECK: %[[BY:.*]] = arith.muli %arg2, %{{.*}} : i64
// CHECK: %[[AT:.*]] = arith.addi %arg1, %[[BY]] : i64
// CHECK: nv_tileaa.extract %arg0[%[[AT]]] : tensor<8xf32>, i64 -> f32
// SCALES-LABEL: nv_tileaa.func @element_of_strided
// SCALES: %[[SUM:.*]] = arith.addi %arg1, %arg2 : i64
// SCALES: arith.muli %[[SUM]], %{{.*}} : i64
nv_tileaa.func @element_of_strided(%x: tensor<8xf32>, %i: i64, %j: i64) -> f32 {
  %s = nv_tileaa.extract_slice %x[%i] strides = [2] : tensor<8xf32>, i64 -> tensor<4xf32>
  %r = nv_tileaa.extract %s[%j] : tensor<4xf32>, i64 -> f32
  nv_tileaa.return %r : f32
}
