// Accesses of single elements of a memref, at indices.
// RUN: tile-run %s --all | FileCheck %s
// Below, they are accesses through pointers.
// RUN: sed 's/{cute.kernel}/{cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>}/' %s > %t.kernel.mlir
// RUN: tile-run %t.kernel.mlir --all --at=convert-tileaa-to-tileas | FileCheck %s
// RUN: tile-run %t.kernel.mlir --all --at=emit-ptx | FileCheck %s
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[40] = fill(-1)
// tilefuzz.buffer in : i32[12] = iota(0, 1)
// tilefuzz.args &out &in
!ptr = !nv_tileaa.ptr<i32, 1>
!mem = !nv_tileaa.memref<40xi32, strides = [1], 1>
// Three rows of three; a row is four apart.
!grid = !nv_tileaa.memref<3x3xi32, strides = [4, 1], 1>
gpu.module @m {
  nv_tileaa.func @k(%p: !ptr, %q: !ptr) attributes {cute.kernel} {
    %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
    %g = nv_tileaa.make_memref %q, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !grid
    %row = arith.constant 1 : i32
    %i0 = arith.constant 0 : i32
    %i4 = arith.constant 4 : i32
    %i8 = arith.constant 8 : i8
    %columns = nv_tileaa.make_range %i0, %i4 : i32 -> tensor<4xi32>
    %four = arith.constant dense<4> : tensor<4xi32>
    %other = arith.constant dense<70> : tensor<4xi32>
    %odd = arith.constant dense<[false, true, false, true]> : tensor<4xi1>
    %ones = arith.constant dense<1> : tensor<4xi32>

    // Row 1, and a column beyond the memref, which takes the padding.
    // CHECK: out : i32[40] = 4 5 6 70
    %a, %ta = nv_tileaa.load %g[%row, %columns] other %other : (!grid, i32, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, !nv_tileaa.mem_token)
    %t0 = nv_tileaa.store %m, %a[%columns] : (!mem, tensor<4xi32>, tensor<4xi32>) -> !nv_tileaa.mem_token

    // Masked, and the flipped axes: rows 0 to 3 of column 1.
    // CHECK-SAME: 70 5 70 70
    %b, %tb = nv_tileaa.load %g[%columns, %row] mask %odd other %other {in_bounds = array<i1: false, true>} : (!grid, tensor<4xi32>, i32, tensor<4xi1>, tensor<4xi32>) -> (tensor<4xi32>, !nv_tileaa.mem_token)
    %at4 = arith.addi %columns, %four : tensor<4xi32>
    %t1 = nv_tileaa.store %m, %b[%at4] : (!mem, tensor<4xi32>, tensor<4xi32>) -> !nv_tileaa.mem_token

    // One element: an 8-bit index, no tile.
    // CHECK-SAME: 1 -1
    %t2 = nv_tileaa.store %m, %row[%i8] : (!mem, i32, i8) -> !nv_tileaa.mem_token

    // Four updates of one element: the index is a scalar.
    // CHECK-SAME: -1 3
    %i12 = arith.constant 11 : i32
    %old, %t3 = nv_tileaa.atomic_rmw %m, %ones[%i12] {rmw_mode = #nv_tileaa.rmw_mode<add>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!mem, tensor<4xi32>, i32) -> (tensor<4xi32>, !nv_tileaa.mem_token)

    // Compares with 9, -1, -1, -1; the first does not match, the last is beyond:
    // it gives what it would have compared with.
    // CHECK-SAME: -1 1 1 -1 -1 -1 -1 -1
    %some = arith.constant dense<[12, 13, 14, -1]> : tensor<4xi32>
    %expected = arith.constant dense<[9, -1, -1, 44]> : tensor<4xi32>
    %was, %t4 = nv_tileaa.atomic_cas %m, %expected, %ones[%some] {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!mem, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, !nv_tileaa.mem_token)
    // CHECK-SAME: -1 -1 -1 44 -1
    %i20 = arith.constant dense<20> : tensor<4xi32>
    %at20 = arith.addi %columns, %i20 : tensor<4xi32>
    %t5 = nv_tileaa.store %m, %was[%at20] : (!mem, tensor<4xi32>, tensor<4xi32>) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}

// An index beyond an axis that in_bounds promises.
// RUN: sed 's/array<i1: false, true>/array<i1: true, false>/' %s > %t.mlir
// RUN: not tile-run %t.mlir --all 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: broken-in-bounds-promise
