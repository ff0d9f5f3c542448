// Elements that threads fetch from each other, prefixes, globals, loops.
// RUN: tile-opt %s --convert-tileas-to-nvvm | FileCheck %s
#one = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
#turned = #nv_tileas.linear<reg = [], lane = [16, 32, 64, 1, 2], warp = [4, 8]>
#low = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!tile = tensor<16x8xi32, #one>
gpu.module @m {
  // CHECK: llvm.mlir.global internal @table(dense<[1, 2, 3, 4]> : tensor<4xi32>) {addr_space = 1 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>
  nv_tileaa.global @table = dense<[1, 2, 3, 4]> : tensor<4xi32> {alignment = 16 : i64, constant}

  // Under other coordinates nothing moves; in another layout all do.
  // CHECK-LABEL: llvm.func @permute
  nv_tileaa.func @permute(%v: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %x = nv_tileaa.splat %v : i32 -> !tile
    // CHECK-NOT: nvvm.barrier0
    %p = nv_tileas.reinterpret %x permutation = [1, 0] : !tile -> tensor<8x16xi32, #turned>
    // CHECK: llvm.store {{.*}} : i32, !llvm.ptr<3>
    // CHECK: nvvm.barrier0
    // CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> i32
    // CHECK: nvvm.barrier0
    %q = nv_tileas.convert_layout %p : tensor<8x16xi32, #turned> -> tensor<8x16xi32, #one>
    nv_tileaa.return
  }

  // Four elements of a thread by three additions; then 128 totals in seven
  // rounds, and one that carries.
  // CHECK-LABEL: llvm.func @scan
  nv_tileaa.func @scan(%v: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %x = nv_tileaa.splat %v : i32 -> tensor<512xi32, #low>
    // CHECK-COUNT-3: llvm.add {{.*}} : i32
    // CHECK-COUNT-16: nvvm.barrier0
    // CHECK-NOT: nvvm.barrier0
    // CHECK: llvm.return
    %s = nv_tileas.scan %x {
    ^bb0(%e: i32, %a: i32):
      %sum = arith.addi %e, %a : i32
      nv_tileas.yield %sum : i32
    } {axis = 0 : i32, identities = [0 : i32]} : (tensor<512xi32, #low>) -> tensor<512xi32, #low>
    nv_tileaa.return
  }

  // CHECK-LABEL: llvm.func @global
  nv_tileaa.func @global() attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // CHECK: llvm.mlir.addressof @table : !llvm.ptr<1>
    %g = nv_tileaa.get_global @table : <i32, 1>
    nv_tileaa.return
  }

  // CHECK-LABEL: llvm.func @while
  nv_tileaa.func @while(%n: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // CHECK: llvm.br ^[[BEFORE:.*]](%{{.*}} : i32)
    // CHECK: ^[[BEFORE]](%[[K:.*]]: i32):
    // CHECK: %[[GOES:.*]] = llvm.icmp "slt" %[[K]],
    // CHECK: llvm.cond_br %[[GOES]], ^{{.*}}(%[[K]] : i32), ^{{.*}}(%[[K]] : i32)
    %r = scf.while (%k = %n) : (i32) -> i32 {
      %goes = arith.cmpi slt, %k, %n : i32
      scf.condition(%goes) %k : i32
    } do {
    ^bb0(%k: i32):
      %next = arith.addi %k, %n : i32
      scf.yield %next : i32
    }
    nv_tileaa.return
  }

  // A memref is its base, its sizes and its strides.
  // CHECK-LABEL: llvm.func @size
  // CHECK-SAME: %[[N:[a-z0-9]*]]: i64
  nv_tileaa.func @size(%p: !nv_tileaa.ptr<f32, 1>, %n: i64) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    // CHECK: llvm.trunc %[[N]] : i64 to i32
    %size = nv_tileaa.get_dim_size %m, 0 : !nv_tileaa.memref<?xf32, strides = [1], 1> -> i32
    nv_tileaa.return
  }
}
