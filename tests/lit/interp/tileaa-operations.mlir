// Operations of nv_tileaa that no public operation becomes; what they give was
// worked out by hand.
// RUN: tile-run %s --all | FileCheck %s
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[48] = fill(-1)
// tilefuzz.buffer real : f32[8] = fill(-1)
// tilefuzz.args &out &real
!ptr = !nv_tileaa.ptr<i32, 1>
!mem = !nv_tileaa.memref<48xi32, strides = [1], 1>
!view = !nv_tileaa.tiled_view<8xi32, memref = !mem, dim_map = [0], padding = none>
gpu.module @m {
  nv_tileaa.func @k(%p: !ptr, %q: !nv_tileaa.ptr<f32, 1>) attributes {cute.kernel} {
    %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
    %v = nv_tileaa.block_tile %m : !mem -> !view
    %i0 = arith.constant 0 : i32
    %i1 = arith.constant 1 : i32
    %i2 = arith.constant 2 : i32
    %i3 = arith.constant 3 : i32
    %i4 = arith.constant 4 : i32
    %i5 = arith.constant 5 : i32
    %i8 = arith.constant 8 : i32

    // Element (r, c) is 10 r + c.
    %g = nv_tileaa.generate {
    ^bb0(%r: i32, %c: i32):
      %ten = arith.constant 10 : i32
      %x = arith.muli %r, %ten : i32
      %y = arith.addi %x, %c : i32
      nv_tileaa.yield %y : i32
    } : tensor<4x4xi32>
    // Rows 1 and 3, columns 0 to 3: CHECK: out : i32[48] = 10 11 12 13 30 31 32 33
    %s = nv_tileaa.extract_slice %g[%i1, %i0] strides = [2, 1] : tensor<4x4xi32>, i32, i32 -> tensor<2x4xi32>
    %s1 = nv_tileaa.view %s : tensor<2x4xi32> -> tensor<8xi32>
    %t0 = nv_tileaa.tiled_store %v, %s1[%i0] : (!view, tensor<8xi32>, i32) -> !nv_tileaa.mem_token

    // Counts of 0..7 among 0..3, 10..13, 20.., 30.. : only the first row counts.
    // CHECK-SAME: 1 1 1 1 0 0 0 0
    %h = nv_tileaa.histogram %g : (tensor<4x4xi32>) -> tensor<8xi32>
    %t1 = nv_tileaa.tiled_store %v, %h[%i1] : (!view, tensor<8xi32>, i32) -> !nv_tileaa.mem_token

    // A region that is run once, a barrier, a mark.
    // CHECK-SAME: 5 6 7 8 9 10 11 12
    %range = nv_tileaa.make_range %i0, %i8 : i32 -> tensor<8xi32>
    %a = nv_tileaa.pragma {
      %five = nv_tileaa.splat %i5 : i32 -> tensor<8xi32>
      %sum = arith.addi %range, %five : tensor<8xi32>
      nv_tileaa.yield %sum : tensor<8xi32>
    } : tensor<8xi32>
    %b = nv_tileaa.optimization_barrier %a : tensor<8xi32>
    nv_tileaa.mark_for_reuse %b : tensor<8xi32>
    %t2 = nv_tileaa.tiled_store %v, %b[%i2] : (!view, tensor<8xi32>, i32) -> !nv_tileaa.mem_token

    // 2 x 4 times 4 x 4 on top of 1: rows (0..3) and (4..7) against columns of ones.
    // CHECK-SAME: 7 7 7 7 23 23 23 23
    %bytes = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi8>
    %ones = arith.constant dense<1> : tensor<4x4xi8>
    %acc = arith.constant dense<1> : tensor<2x4xi32>
    %d = nv_tileaa.conv_dot %bytes, %ones, %acc {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<signed>} : (tensor<2x4xi8>, tensor<4x4xi8>, tensor<2x4xi32>) -> tensor<2x4xi32>
    %d1 = nv_tileaa.view %d : tensor<2x4xi32> -> tensor<8xi32>
    %t3 = nv_tileaa.tiled_store %v, %d1[%i3] : (!view, tensor<8xi32>, i32) -> !nv_tileaa.mem_token

    // Doubled until it exceeds 20, which `while` gives beside the number of iterations.
    // CHECK-SAME: 24 3 24 3 24 3 24 3
    %w:2 = scf.while (%k = %i3, %n = %i0) : (i32, i32) -> (i32, i32) {
      %twenty = arith.constant 20 : i32
      %less = arith.cmpi sle, %k, %twenty : i32
      scf.condition(%less) %k, %n : i32, i32
    } do {
    ^bb0(%k: i32, %n: i32):
      %kk = arith.addi %k, %k : i32
      %nn = arith.addi %n, %i1 : i32
      scf.yield %kk, %nn : i32, i32
    }
    %w0 = nv_tileaa.splat %w#0 : i32 -> tensor<4x1xi32>
    %w1 = nv_tileaa.splat %w#1 : i32 -> tensor<4x1xi32>
    %w2 = nv_tileaa.cat %w0, %w1 {axis = 1 : i32} : tensor<4x1xi32>, tensor<4x1xi32> -> tensor<4x2xi32>
    %w3 = nv_tileaa.view %w2 : tensor<4x2xi32> -> tensor<8xi32>
    %t4 = nv_tileaa.tiled_store %v, %w3[%i4] : (!view, tensor<8xi32>, i32) -> !nv_tileaa.mem_token

    // What of poison is not used, is not seen.
    // CHECK-SAME: 0 1 2 3 4 5 6 7
    %poison = ub.poison : tensor<8xi32>
    %true = arith.constant true
    %z = arith.select %true, %range, %poison : tensor<8xi32>
    %t5 = nv_tileaa.tiled_store %v, %z[%i5] : (!view, tensor<8xi32>, i32) -> !nv_tileaa.mem_token

    // Between -1 and 2.
    // CHECK: real : f32[8] = -1 -1 0.5 2
    %f = arith.constant dense<[-7.0, -1.0, 0.5, 9.0]> : tensor<4xf32>
    %lo = arith.constant dense<-1.0> : tensor<4xf32>
    %hi = arith.constant dense<2.0> : tensor<4xf32>
    %cl = nv_tileaa.clampf %f, %lo, %hi : tensor<4xf32>
    %r4 = nv_tileaa.make_range %i0, %i4 : i32 -> tensor<4xi32>
    %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<f32, 1> -> tensor<4x!nv_tileaa.ptr<f32, 1>>
    %qp = nv_tileaa.addptr %qs, %r4 : tensor<4x!nv_tileaa.ptr<f32, 1>>, tensor<4xi32>
    %t6 = nv_tileaa.store %qp, %cl : (tensor<4x!nv_tileaa.ptr<f32, 1>>, tensor<4xf32>) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
