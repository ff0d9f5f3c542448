// Shapes of splats and of constants of equal elements; chains of views.
// RUN: tile-opt %s --tileaa-canonicalize | FileCheck %s
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=view-through-permute" | FileCheck %s --check-prefix=BUG
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=view-of-first-element" | FileCheck %s --check-prefix=FIRST
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=view-of-outer-elements" | FileCheck %s --check-prefix=OUTER

// CHECK-LABEL: nv_tileaa.func @constants
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<-0.000000e+00> : tensor<2x8xf32>
// CHECK-NEXT: nv_tileaa.return %[[C]]
nv_tileaa.func @constants() -> tensor<2x8xf32> {
  %0 = arith.constant dense<-0.0> : tensor<8xf32>
  %1 = nv_tileaa.expand_dims %0 {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  %2 = nv_tileaa.view %1 : tensor<1x8xf32> -> tensor<1x8xf32>
  %3 = nv_tileaa.broadcast %2 : tensor<1x8xf32> -> tensor<2x8xf32>
  nv_tileaa.return %3 : tensor<2x8xf32>
}

// Elements that differ move when they are broadcast; the rule is not about them.
// CHECK-LABEL: nv_tileaa.func @mixed_constant
// CHECK: nv_tileaa.broadcast
nv_tileaa.func @mixed_constant() -> tensor<2x2xi32> {
  %0 = arith.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %1 = nv_tileaa.broadcast %0 : tensor<1x2xi32> -> tensor<2x2xi32>
  nv_tileaa.return %1 : tensor<2x2xi32>
}

// A permutation changes the order of elements: no chain goes through it.
// CHECK-LABEL: nv_tileaa.func @permuted
// CHECK: nv_tileaa.permute
// CHECK: nv_tileaa.view
// BUG-LABEL: nv_tileaa.func @permuted
// BUG-NOT: nv_tileaa.permute
// BUG: nv_tileaa.view %arg0 : tensor<2x4xi32> -> tensor<8xi32>
nv_tileaa.func @permuted(%x: tensor<2x4xi32>) -> tensor<8xi32> {
  %0 = nv_tileaa.permute %x [1, 0] : tensor<2x4xi32> -> tensor<4x2xi32>
  %1 = nv_tileaa.view %0 : tensor<4x2xi32> -> tensor<8xi32>
  nv_tileaa.return %1 : tensor<8xi32>
}

// Pointers are splat, too.
// CHECK-LABEL: nv_tileaa.func @pointers
// CHECK-NEXT: nv_tileaa.splat %arg0 : !nv_tileaa.ptr<f16, 1> -> tensor<4x2x!nv_tileaa.ptr<f16, 1>>
// CHECK-NEXT: nv_tileaa.return
nv_tileaa.func @pointers(%p: !nv_tileaa.ptr<f16, 1>) -> tensor<4x2x!nv_tileaa.ptr<f16, 1>> {
  %0 = nv_tileaa.splat %p : !nv_tileaa.ptr<f16, 1> -> tensor<8x!nv_tileaa.ptr<f16, 1>>
  %1 = nv_tileaa.view %0 : tensor<8x!nv_tileaa.ptr<f16, 1>> -> tensor<4x2x!nv_tileaa.ptr<f16, 1>>
  nv_tileaa.return %1 : tensor<4x2x!nv_tileaa.ptr<f16, 1>>
}

// The first and the last element of a constant are not all.
// CHECK-LABEL: nv_tileaa.func @mixed_inside
// CHECK: nv_tileaa.view
// OUTER-LABEL: nv_tileaa.func @mixed_inside
// OUTER-NEXT: arith.constant dense<1> : tensor<2x2xi32>
nv_tileaa.func @mixed_inside() -> tensor<2x2xi32> {
  %0 = arith.constant dense<[1, 2, 3, 1]> : tensor<4xi32>
  %1 = nv_tileaa.view %0 : tensor<4xi32> -> tensor<2x2xi32>
  nv_tileaa.return %1 : tensor<2x2xi32>
}

// CHECK-LABEL: nv_tileaa.func @mixed_view
// CHECK: nv_tileaa.view
// FIRST-LABEL: nv_tileaa.func @mixed_view
// FIRST-NEXT: arith.constant dense<1> : tensor<2x2xi32>
nv_tileaa.func @mixed_view() -> tensor<2x2xi32> {
  %0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %1 = nv_tileaa.view %0 : tensor<4xi32> -> tensor<2x2xi32>
  nv_tileaa.return %1 : tensor<2x2xi32>
}
