// A rewrite hands on what an operation carries to what takes its place; where operations of one kind become one, it
// carries what both did. With both drivers.
// RUN: tile-opt %s --tileaa-canonicalize | FileCheck %s
// RUN: tile-opt %s --tileaa-canonicalize=general-driver | FileCheck %s
!p = tensor<4x!nv_tileaa.ptr<f32, 1>>
!t = !nv_tileaa.mem_token

// CHECK-LABEL: @masks
// CHECK: nv_tileaa.load %{{.*}} token %{{.*}} {cache_modifier = #nv_tileaa.cache_modifier<cg>, copy_atom = "x", my.tag = 7 : i32} :
// CHECK: nv_tileaa.store %{{.*}} token %{{.*}} {my.tag = 8 : i32} :
nv_tileaa.func @masks(%p: !p, %o: tensor<4xf32>, %t: !t) -> (tensor<4xf32>, !t, !t) {
  %true = arith.constant dense<true> : tensor<4xi1>
  %a, %t1 = nv_tileaa.load %p mask %true other %o token %t {my.tag = 7 : i32, copy_atom = "x", cache_modifier = #nv_tileaa.cache_modifier<cg>} : (!p, tensor<4xi1>, tensor<4xf32>, !t) -> (tensor<4xf32>, !t)
  %t2 = nv_tileaa.store %p, %a mask %true token %t1 {my.tag = 8 : i32} : (!p, tensor<4xf32>, tensor<4xi1>, !t) -> !t
  nv_tileaa.return %a, %t1, %t2 : tensor<4xf32>, !t, !t
}

// CHECK-LABEL: @chain
// CHECK: nv_tileaa.addptr {{.*}} {my.tag = 2 : i32, tag.a, tag.b, tilefuzz.foreign.my.tag = 1 : i32}
// CHECK-NEXT: nv_tileaa.return
nv_tileaa.func @chain(%p: !p, %a: tensor<4xi64>, %b: tensor<4xi64>) -> !p {
  %q = nv_tileaa.addptr %p, %a {my.tag = 1 : i32, tag.a} : !p, tensor<4xi64>
  %r = nv_tileaa.addptr %q, %b {my.tag = 2 : i32, tag.b} : !p, tensor<4xi64>
  nv_tileaa.return %r : !p
}

// CHECK-LABEL: @views
// CHECK: nv_tileaa.view {{.*}} {tag.a, tag.b}
// CHECK: nv_tileaa.splat {{.*}} {tag.c, tag.d}
nv_tileaa.func @views(%x: tensor<8xf32>, %y: f32) -> (tensor<4x2xf32>, tensor<2x4xf32>) {
  %a = nv_tileaa.view %x {tag.a} : tensor<8xf32> -> tensor<2x4xf32>
  %b = nv_tileaa.view %a {tag.b} : tensor<2x4xf32> -> tensor<4x2xf32>
  %c = nv_tileaa.splat %y {tag.c} : f32 -> tensor<8xf32>
  %d = nv_tileaa.view %c {tag.d} : tensor<8xf32> -> tensor<2x4xf32>
  nv_tileaa.return %b, %d : tensor<4x2xf32>, tensor<2x4xf32>
}

// What is still used keeps its own.
// CHECK-LABEL: @used
// CHECK: nv_tileaa.view {{.*}} {tag.a}
// CHECK: nv_tileaa.view {{.*}} {tag.b} :
nv_tileaa.func @used(%x: tensor<8xf32>) -> (tensor<2x4xf32>, tensor<4x2xf32>) {
  %a = nv_tileaa.view %x {tag.a} : tensor<8xf32> -> tensor<2x4xf32>
  %b = nv_tileaa.view %a {tag.b} : tensor<2x4xf32> -> tensor<4x2xf32>
  nv_tileaa.return %a, %b : tensor<2x4xf32>, tensor<4x2xf32>
}

// Drivers merge equal constants.
// CHECK-LABEL: @merged
// CHECK: arith.constant {tag.a, tag.b} 1 : i32
nv_tileaa.func @merged(%x: i32) -> (i32, i32) {
  %a = arith.constant {tag.a} 1 : i32
  %b = arith.constant {tag.b} 1 : i32
  nv_tileaa.return %a, %b : i32, i32
}
