// Accesses of memrefs at indices become accesses through pointers.
// RUN: tile-opt %s --convert-tileaa-to-tileas --split-input-file --verify-diagnostics | FileCheck %s

// Indices are read unsigned; one that is promised is not compared; a note stays.
// CHECK-LABEL: nv_tileaa.func @load
// CHECK-DAG: %[[STRIDE:.*]] = nv_tileaa.splat %arg2 : i64 -> tensor<4xi64
// CHECK-DAG: %[[ROW:.*]] = arith.extui %{{.*}} : tensor<4xi32, {{.*}} to tensor<4xi64
// CHECK: arith.cmpi ult
// CHECK-NOT: arith.cmpi
// CHECK: %[[MASK:.*]] = arith.andi
// CHECK: nv_tileaa.addptr
// CHECK: nv_tileas.load %{{[^ ]*}} mask %[[MASK]] other %{{[^ ]*}} token %{{[^ ]*}} {my.note} :
!mem = !nv_tileaa.memref<?x8xf32, strides = [?, 1], 1>
gpu.module @m {
  nv_tileaa.func @load(%p: !nv_tileaa.ptr<f32, 1>, %n: i64, %s: i64, %j: i8, %t: !nv_tileaa.mem_token) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [%s] {alias_scope = 0 : i32} : !nv_tileaa.ptr<f32, 1> -> !mem
    %zero = arith.constant 0 : i32
    %four = arith.constant 4 : i32
    %i = nv_tileaa.make_range %zero, %four : i32 -> tensor<4xi32>
    %mask = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
    %other = arith.constant dense<1.0> : tensor<4xf32>
    %v, %u = nv_tileaa.load %m[%i, %j] mask %mask other %other token %t {in_bounds = array<i1: false, true>, my.note} : (!mem, tensor<4xi32>, i8, tensor<4xi1>, tensor<4xf32>, !nv_tileaa.mem_token) -> (tensor<4xf32>, !nv_tileaa.mem_token)
    nv_tileaa.return
  }
}

// -----

// A memref that is handed over has its sizes nowhere.
!one = !nv_tileaa.memref<4xf32, strides = [1], 1>
gpu.module @m {
  nv_tileaa.func @carried(%p: !nv_tileaa.ptr<f32, 1>, %c: i1, %i: i32, %x: f32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<f32, 1> -> !one
    %r = scf.if %c -> (!one) {
      scf.yield %m : !one
    } else {
      scf.yield %m : !one
    }
    // expected-error@+1 {{'nv_tileaa.store' of a memref at indices, which no make_memref gives, is not supported by the lowering to nv_tileas}}
    %t = nv_tileaa.store %r, %x[%i] : (!one, f32, i32) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
