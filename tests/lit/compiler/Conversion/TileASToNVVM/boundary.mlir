// Kernel signatures and launch bounds.
// RUN: tile-opt %s --convert-tileas-to-nvvm | FileCheck %s
gpu.module @m {
  // CHECK: llvm.func @k(%{{.*}}: !llvm.ptr<1>, %{{.*}}: i1, %{{.*}}: i64, %{{.*}}: f16, %{{.*}}: bf16)
  // CHECK-SAME: nvvm.kernel, nvvm.minctasm = 1 : i32, nvvm.reqntid = array<i32: 64>
  nv_tileaa.func @k(%p: !nv_tileaa.ptr<i8, 1>, %c: i1, %n: i64, %h: f16, %b: bf16) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 2, numCtas = 1, occupancy = 1>} {
    // CHECK: llvm.return
    nv_tileaa.return
  }
  // 65536 registers over 4 CTAs of 128 threads.
  // CHECK: llvm.func @occupied() attributes {nvvm.kernel, nvvm.maxnreg = 128 : i32
  nv_tileaa.func @occupied() attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 4>} {
    nv_tileaa.return
  }
  // CHECK-LABEL: llvm.func @grid
  nv_tileaa.func @grid(%p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1, numCtas = 1, occupancy = 1>} {
    // CHECK: nvvm.read.ptx.sreg.ctaid.y
    %y = gpu.block_id y
    // CHECK: nvvm.read.ptx.sreg.nctaid.z
    %z = gpu.grid_dim z
    // CHECK: llvm.trunc %{{.*}} : i64 to i32
    %a = arith.index_cast %y : index to i32
    %b = arith.index_cast %z : index to i32
    %c = arith.addi %a, %b : i32
    %t = nv_tileas.store %p, %c : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
  // CHECK-LABEL: llvm.func @branches
  nv_tileaa.func @branches(%c: i1, %a: i32, %n: i32, %p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1, numCtas = 1, occupancy = 1>} {
    // CHECK: llvm.cond_br %{{.*}}, ^[[THEN:bb[0-9]+]], ^[[ELSE:bb[0-9]+]]
    // CHECK: ^[[JOIN:bb[0-9]+]](%[[R:.*]]: i32):
    %r, %t = scf.if %c -> (i32, !nv_tileaa.mem_token) {
      %t0 = nv_tileas.store %p, %a : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
      scf.yield %a, %t0 : i32, !nv_tileaa.mem_token
    } else {
      %t1 = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
      scf.yield %n, %t1 : i32, !nv_tileaa.mem_token
    }
    // Unsigned bounds; the loop carries a value and a token, the block a value.
    // CHECK: llvm.icmp "ult"
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %s, %u = scf.for unsigned %i = %zero to %n step %one iter_args(%x = %r, %k = %t) -> (i32, !nv_tileaa.mem_token) : i32 {
      // CHECK: nvvm.barrier0
      // CHECK: llvm.load
      %v, %w = nv_tileas.load %p token %k : (!nv_tileaa.ptr<i32, 1>, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
      %y = arith.addi %x, %v : i32
      scf.yield %y, %w : i32, !nv_tileaa.mem_token
    }
    // CHECK: nvvm.barrier0
    // CHECK: llvm.store
    %z = nv_tileas.store %p, %s token %u : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
