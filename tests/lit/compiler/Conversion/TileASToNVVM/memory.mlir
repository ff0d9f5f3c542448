// Accesses, their order, and exchanges between threads.
// RUN: tile-opt %s --convert-tileas-to-nvvm | FileCheck %s
// RUN: tile-opt %s --convert-tileas-to-nvvm=inject-bug=missing-barrier | FileCheck %s --check-prefix=NOBARRIER
#one = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
#rev = #nv_tileas.linear<reg = [], lane = [64, 32, 16, 8, 4], warp = [2, 1]>
!ptrs = tensor<128x!nv_tileaa.ptr<i32, 1>, #one>
!tile = tensor<128xi32, #one>
!mask = tensor<128xi1, #one>
!token = !nv_tileaa.mem_token
gpu.module @m {
  // CHECK: llvm.mlir.global internal @global_smem() {{.*}} : !llvm.array<512 x i8>
  // CHECK-LABEL: llvm.func @order
  // NOBARRIER-LABEL: llvm.func @order
  nv_tileaa.func @order(%p: !nv_tileaa.ptr<i32, 1>, %v: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32, 1> -> !ptrs
    %vs = nv_tileaa.splat %v : i32 -> !tile
    // Nothing precedes, and reads commute.
    // CHECK-NOT: nvvm.barrier0
    // CHECK: llvm.load
    // CHECK-NOT: nvvm.barrier0
    // CHECK: llvm.load
    // NOBARRIER-NOT: nvvm.barrier0
    %a, %t0 = nv_tileas.load %ps : (!ptrs) -> (!tile, !token)
    %b, %t1 = nv_tileas.load %ps token %t0 : (!ptrs, !token) -> (!tile, !token)
    // A write behind reads, a read behind a write.
    // CHECK: nvvm.barrier0
    // CHECK: llvm.store
    %t2 = nv_tileas.store %ps, %vs token %t1 : (!ptrs, !tile, !token) -> !token
    // CHECK: nvvm.barrier0
    // CHECK: llvm.load
    %c, %t3 = nv_tileas.load %ps token %t2 : (!ptrs, !token) -> (!tile, !token)
    // A fresh token orders nothing.
    // CHECK-NOT: nvvm.barrier0
    // CHECK: llvm.store
    %new = nv_tileaa.create_mem_token : !token
    %t4 = nv_tileas.store %ps, %vs token %new : (!ptrs, !tile, !token) -> !token
    // The join is behind the write.
    // CHECK: nvvm.barrier0
    // CHECK: llvm.load
    // CHECK-NOT: nvvm.barrier0
    // CHECK: llvm.return
    // NOBARRIER: llvm.return
    %join = nv_tileaa.join_mem_token %t3, %t4 : !token
    %d, %t5 = nv_tileas.load %ps token %join : (!ptrs, !token) -> (!tile, !token)
    nv_tileaa.return
  }

  // CHECK-LABEL: llvm.func @strong
  nv_tileaa.func @strong(%p: !nv_tileaa.ptr<i32, 1>, %v: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32, 1> -> !ptrs
    %vs = nv_tileaa.splat %v : i32 -> !tile
    // CHECK: llvm.load %{{.*}} atomic syncscope("device") acquire {alignment = 4 : i64}
    %a, %t0 = nv_tileas.load %ps {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!ptrs) -> (!tile, !token)
    // Behind an acquire all threads wait.
    // CHECK: nvvm.barrier0
    // CHECK: llvm.load %{{.*}} atomic monotonic
    %b, %t1 = nv_tileas.load %ps token %t0 {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<sys>} : (!ptrs, !token) -> (!tile, !token)
    // A release publishes what other threads did.
    // CHECK: nvvm.barrier0
    // CHECK: llvm.fence syncscope("block") acq_rel
    // CHECK: llvm.store %{{.*}} atomic syncscope("block") release {alignment = 4 : i64}
    %t2 = nv_tileas.store %ps, %vs token %t1 {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<tl_blk>} : (!ptrs, !tile, !token) -> !token
    nv_tileaa.return
  }

  // CHECK-LABEL: llvm.func @masked
  nv_tileaa.func @masked(%p: !nv_tileaa.ptr<i1, 1>, %m: i1) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i1, 1> -> tensor<128x!nv_tileaa.ptr<i1, 1>, #one>
    %ms = nv_tileaa.splat %m : i1 -> !mask
    // CHECK: llvm.cond_br %{{.*}}, ^[[THEN:bb[0-9]+]], ^[[JOIN:bb[0-9]+]](%{{.*}} : i1)
    // CHECK: ^[[THEN]]:
    // CHECK-NEXT: %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> i8
    // CHECK: llvm.icmp "ne" %[[BYTE]]
    // CHECK: ^[[JOIN]]
    %a, %t0 = nv_tileas.load %ps mask %ms other %ms : (tensor<128x!nv_tileaa.ptr<i1, 1>, #one>, !mask, !mask) -> (!mask, !token)
    // CHECK: llvm.cond_br
    // CHECK: llvm.zext %{{.*}} : i1 to i8
    // CHECK-NEXT: llvm.store %{{.*}} : i8, !llvm.ptr<1>
    %t1 = nv_tileas.store %ps, %a mask %ms : (tensor<128x!nv_tileaa.ptr<i1, 1>, #one>, !mask, !mask) -> !token
    nv_tileaa.return
  }

  // CHECK-LABEL: llvm.func @exchange
  nv_tileaa.func @exchange(%p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32, 1> -> tensor<128x!nv_tileaa.ptr<i32, 1>, #rev>
    %i = nv_tileas.generate {
    ^bb0(%x: i32):
      nv_tileas.yield %x : i32
    } : !tile
    // CHECK: llvm.store %{{.*}} : i32, !llvm.ptr<3>
    // CHECK-NEXT: nvvm.barrier0
    // CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> i32
    // CHECK-NEXT: nvvm.barrier0
    %r = nv_tileas.convert_layout %i : !tile -> tensor<128xi32, #rev>
    %t = nv_tileas.store %ps, %r : (tensor<128x!nv_tileaa.ptr<i32, 1>, #rev>, tensor<128xi32, #rev>) -> !token
    nv_tileaa.return
  }

  // 128 elements: partial results of one element each meet in shared memory.
  // CHECK-LABEL: llvm.func @reduce
  nv_tileaa.func @reduce(%p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %i = nv_tileas.generate {
    ^bb0(%x: i32):
      nv_tileas.yield %x : i32
    } : !tile
    // CHECK: llvm.store %{{.*}} : i32, !llvm.ptr<3>
    // CHECK-NEXT: nvvm.barrier0
    // CHECK-COUNT-127: llvm.add
    // CHECK: nvvm.barrier0
    %r = nv_tileas.reduce %i {
    ^bb0(%e: i32, %a: i32):
      %s = arith.addi %e, %a : i32
      nv_tileas.yield %s : i32
    } {axis = 0 : i32, identities = [0 : i32]} : (!tile) -> i32
    %t = nv_tileas.store %p, %r : (!nv_tileaa.ptr<i32, 1>, i32) -> !token
    nv_tileaa.return
  }
}
