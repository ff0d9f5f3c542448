// The same outcome before and after the rewrites; another one, or a race, with
// each seeded variant that a run can show. (Queues: proofs alone. Lost releases:
// seeded-orders.test.)
// RUN: tile-run %s --all > %t.before
// RUN: FileCheck %s --input-file=%t.before
// RUN: tile-opt %s --pass-pipeline="builtin.module(tileaa-canonicalize{enable-patterns=tileaa-atomic-*})" -o %t.mlir
// RUN: tile-run %t.mlir --launch=%s --all | diff %t.before -
// RUN: %python %S/Inputs/seeded-outcomes.py %s %t
// CHECK: completed
// CHECK: x : i32[8] = 10 20 30 40 10 50 60 70
// CHECK: out : i32[18] = 10 20 30 -1 -5 -6 -7 -8 10 30 20 40 51000 1 8 6 7 9
// CHECK: real : f32[2] = 65025 nan
// CHECK: cells : f32[2] = 0 -0
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[8] = list(10, 20, 30, 40, 10, 50, 60, 70)
// tilefuzz.buffer out : i32[18] = fill(0)
// tilefuzz.buffer real : f32[2] = fill(0)
// tilefuzz.buffer cells : f32[2] = list(-0.0, 0.0)
// tilefuzz.args &x &out &real &cells
!ptr = !nv_tileaa.ptr<i32, 1>
!fptr = !nv_tileaa.ptr<f32, 1>
!ptrs = tensor<4x!nv_tileaa.ptr<i32, 1>>
!tok = !nv_tileaa.mem_token
#s = #nv_tileaa.signedness<signed>
#u = #nv_tileaa.signedness<unsigned>
#relaxed = #nv_tileaa.mem_semantic<relaxed>
#gpu = #nv_tileaa.mem_scope<gpu>
gpu.module @m {
  nv_tileaa.func @k(%x: !ptr, %out: !ptr, %real: !fptr, %cells: !fptr) attributes {cute.kernel} {
    %i0 = arith.constant 0 : i32
    %i1 = arith.constant 1 : i32
    %i2 = arith.constant 2 : i32
    %i4 = arith.constant 4 : i32
    %i8 = arith.constant 8 : i32
    %range = nv_tileaa.make_range %i0, %i4 : i32 -> tensor<4xi32>
    %four = nv_tileaa.splat %i4 : i32 -> tensor<4xi32>
    %xs = nv_tileaa.splat %x : !ptr -> !ptrs
    %px = nv_tileaa.addptr %xs, %range : !ptrs, tensor<4xi32>
    %os = nv_tileaa.splat %out : !ptr -> !ptrs
    %p0 = nv_tileaa.addptr %os, %range : !ptrs, tensor<4xi32>
    %p4 = nv_tileaa.addptr %p0, %four : !ptrs, tensor<4xi32>
    // A chain without other uses.
    %o0 = nv_tileaa.addptr %os, %range : !ptrs, tensor<4xi32>
    %o4 = nv_tileaa.addptr %o0, %four : !ptrs, tensor<4xi32>
    %p8 = nv_tileaa.addptr %o4, %four : !ptrs, tensor<4xi32>

    // Masks.
    %other = arith.constant dense<[-5, -6, -7, -8]> : tensor<4xi32>
    %minus = arith.constant dense<-1> : tensor<4xi32>
    %some = arith.constant dense<[true, true, true, false]> : tensor<4xi1>
    %none = arith.constant dense<[false, false, false, false]> : tensor<4xi1>
    %all = arith.constant dense<[true, true, true, true]> : tensor<4xi1>
    %v0, %t0 = nv_tileaa.load %px mask %some other %minus : (!ptrs, tensor<4xi1>, tensor<4xi32>) -> (tensor<4xi32>, !tok)
    %w0 = nv_tileaa.store %p0, %v0 mask %all : (!ptrs, tensor<4xi32>, tensor<4xi1>) -> !tok
    %v1, %t1 = nv_tileaa.load %px mask %none other %other : (!ptrs, tensor<4xi1>, tensor<4xi32>) -> (tensor<4xi32>, !tok)
    %w1 = nv_tileaa.store %p4, %v1 mask %all : (!ptrs, tensor<4xi32>, tensor<4xi1>) -> !tok
    %lost = nv_tileaa.store %p4, %minus mask %none token %w1 : (!ptrs, tensor<4xi32>, tensor<4xi1>, !tok) -> !tok

    // Shapes.
    %v2, %t2 = nv_tileaa.load %px : (!ptrs) -> (tensor<4xi32>, !tok)
    %m2 = nv_tileaa.view %v2 : tensor<4xi32> -> tensor<2x2xi32>
    %n2 = nv_tileaa.permute %m2 [1, 0] : tensor<2x2xi32> -> tensor<2x2xi32>
    %o2 = nv_tileaa.view %n2 : tensor<2x2xi32> -> tensor<4xi32>
    %w2 = nv_tileaa.store %p8, %o2 : (!ptrs, tensor<4xi32>) -> !tok

    // Products.
    %a = arith.constant dense<200> : tensor<1x1xi8>
    %b = arith.constant dense<255> : tensor<1x1xi8>
    %c = arith.constant dense<0> : tensor<1x1xi32>
    %d = nv_tileaa.dot %a, %b, %c {signedness_a = #u, signedness_b = #u} : (tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi32>) -> tensor<1x1xi32>
    %zeros = arith.constant dense<0> : tensor<1x1xi8>
    %d1 = nv_tileaa.dot %a, %zeros, %d {signedness_a = #s, signedness_b = #u} : (tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi32>) -> tensor<1x1xi32>
    %d2 = nv_tileaa.extract %d1[%i0, %i0] : tensor<1x1xi32>, i32, i32 -> i32
    %i12 = arith.constant 12 : i32
    %p12 = nv_tileaa.addptr %out, %i12 : !ptr, i32
    %w3 = nv_tileaa.store %p12, %d2 : (!ptr, i32) -> !tok
    %f255 = arith.constant dense<255.0> : tensor<1x1xf16>
    %fzero = arith.constant dense<0.0> : tensor<1x1xf32>
    %e = nv_tileaa.dot %f255, %f255, %fzero : (tensor<1x1xf16>, tensor<1x1xf16>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %e1 = nv_tileaa.extract %e[%i0, %i0] : tensor<1x1xf32>, i32, i32 -> f32
    %w4 = nv_tileaa.store %real, %e1 : (!fptr, f32) -> !tok
    %inf = arith.constant dense<0x7C00> : tensor<1x1xf16>
    %hzero = arith.constant dense<0.0> : tensor<1x1xf16>
    %g = nv_tileaa.dot %inf, %hzero, %e : (tensor<1x1xf16>, tensor<1x1xf16>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %g1 = nv_tileaa.extract %g[%i0, %i0] : tensor<1x1xf32>, i32, i32 -> f32
    %q1 = nv_tileaa.addptr %real, %i1 : !fptr, i32
    %w5 = nv_tileaa.store %q1, %g1 : (!fptr, f32) -> !tok

    // Splats and single elements; what is loaded is not known before.
    %first, %t3 = nv_tileaa.load %x : (!ptr) -> (i32, !tok)
    %ten = arith.constant 10 : i32
    %isTen = arith.cmpi eq, %first, %ten : i32
    %chosen = arith.select %isTen, %i1, %i2 : i32
    %spread = nv_tileaa.splat %chosen : i32 -> tensor<4xi32>
    %bounded = nv_tileaa.assume #nv_tileaa.bounded<0, 5>, %four : tensor<4xi32>
    %one = nv_tileaa.extract %spread[%i2] : tensor<4xi32>, i32 -> i32
    %i13 = arith.constant 13 : i32
    %p13 = nv_tileaa.addptr %out, %i13 : !ptr, i32
    %w6 = nv_tileaa.store %p13, %one : (!ptr, i32) -> !tok
    %eight = nv_tileaa.make_range %i0, %i8 : i32 -> tensor<8xi32>
    %matrix = nv_tileaa.view %eight : tensor<8xi32> -> tensor<2x4xi32>
    %twice = arith.addi %matrix, %matrix : tensor<2x4xi32>
    %at = nv_tileaa.extract %twice[%i1, %i0] : tensor<2x4xi32>, i32, i32 -> i32
    %i14 = arith.constant 14 : i32
    %p14 = nv_tileaa.addptr %out, %i14 : !ptr, i32
    %w7 = nv_tileaa.store %p14, %at : (!ptr, i32) -> !tok
    %tall = nv_tileaa.expand_dims %matrix {axis = 0 : i32} : tensor<2x4xi32> -> tensor<1x2x4xi32>
    %low = nv_tileaa.extract %tall[%i0, %i1, %i2] : tensor<1x2x4xi32>, i32, i32, i32 -> i32
    %i15 = arith.constant 15 : i32
    %p15 = nv_tileaa.addptr %out, %i15 : !ptr, i32
    %w8 = nv_tileaa.store %p15, %low : (!ptr, i32) -> !tok

    // Results: the store inside comes first.
    %i16 = arith.constant 16 : i32
    %p16 = nv_tileaa.addptr %out, %i16 : !ptr, i32
    %i17 = arith.constant 17 : i32
    %p17 = nv_tileaa.addptr %out, %i17 : !ptr, i32
    %seven = arith.constant 7 : i32
    %r:3 = nv_tileaa.pragma {
      %u = nv_tileaa.store %p16, %seven : (!ptr, i32) -> !tok
      %nine = arith.addi %seven, %i2 : i32
      nv_tileaa.yield %i1, %u, %nine : i32, !tok, i32
    } : i32, !tok, i32
    %back, %t4 = nv_tileaa.load %p16 token %r#1 : (!ptr, !tok) -> (i32, !tok)
    %sum = arith.subi %r#2, %seven : i32
    %sum9 = arith.addi %sum, %back : i32
    %w9 = nv_tileaa.store %p17, %sum9 : (!ptr, i32) -> !tok

    // Updates: -0.0 + 0.0 is 0.0, and 0.0 becomes -0.0.
    %plus = arith.constant 0.0 : f32
    %negative = arith.constant -0.0 : f32
    %old, %t5 = nv_tileaa.atomic_rmw %cells, %plus {rmw_mode = #nv_tileaa.rmw_mode<addf>, mem_semantic = #relaxed, mem_scope = #gpu} : (!fptr, f32) -> (f32, !tok)
    %c1 = nv_tileaa.addptr %cells, %i1 : !fptr, i32
    %was, %t6 = nv_tileaa.atomic_cas %c1, %plus, %negative {mem_semantic = #relaxed, mem_scope = #gpu} : (!fptr, f32, f32) -> (f32, !tok)
    %x7 = nv_tileaa.addptr %x, %seven : !ptr, i32
    %same, %t7 = nv_tileaa.atomic_rmw %x7, %i0 {rmw_mode = #nv_tileaa.rmw_mode<add>, mem_semantic = #relaxed, mem_scope = #gpu} : (!ptr, i32) -> (i32, !tok)
    nv_tileaa.return
  }
}
