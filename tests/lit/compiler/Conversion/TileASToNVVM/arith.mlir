// Scalars and tiles become scalar LLVM operations.
// RUN: tile-opt %s --convert-tileas-to-nvvm | FileCheck %s
#one = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
#two = #nv_tileas.linear<reg = [1], lane = [2, 4, 8, 16, 32], warp = [64, 128]>
gpu.module @m {
  // CHECK-LABEL: llvm.func @integers
  nv_tileaa.func @integers(%a: i32, %b: i32, %c: i64, %p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // CHECK: llvm.add %{{.*}}, %{{.*}} overflow<nsw> : i32
    %0 = arith.addi %a, %b overflow<nsw> : i32
    // CHECK: llvm.sub %{{.*}}, %{{.*}} overflow<nuw>
    %1 = arith.subi %0, %b overflow<nuw> : i32
    // CHECK: llvm.shl %{{.*}}, %{{.*}} overflow<nsw, nuw>
    %2 = arith.shli %1, %b overflow<nsw, nuw> : i32
    // CHECK: llvm.ashr
    %3 = arith.shrsi %2, %b : i32
    // CHECK: %[[Q:.*]] = llvm.sdiv %[[X:.*]], %[[Y:.*]] : i32
    // CHECK-NEXT: %[[R:.*]] = llvm.srem %[[X]], %[[Y]] : i32
    // CHECK-NEXT: %[[S:.*]] = llvm.xor %[[X]], %[[Y]] : i32
    // CHECK-NEXT: %[[N:.*]] = llvm.icmp "ne" %[[R]]
    // CHECK-NEXT: %[[D:.*]] = llvm.icmp "slt" %[[S]]
    // CHECK-NEXT: %[[M:.*]] = llvm.and %[[N]], %[[D]] : i1
    // CHECK: %[[L:.*]] = llvm.add %[[Q]], %{{.*}} : i32
    // CHECK-NEXT: llvm.select %[[M]], %[[L]], %[[Q]] : i1, i32
    %4 = arith.floordivsi %3, %b : i32
    // CHECK: llvm.icmp "sge"
    %5 = arith.ceildivsi %4, %b : i32
    // CHECK: llvm.udiv
    // CHECK: llvm.urem
    %6 = arith.ceildivui %5, %b : i32
    // CHECK: llvm.intr.smax
    %7 = arith.maxsi %6, %b : i32
    // CHECK: llvm.icmp "ule"
    %8 = arith.cmpi ule, %7, %b : i32
    // CHECK: llvm.select
    %9 = arith.select %8, %7, %b : i32
    // CHECK: llvm.trunc %{{.*}} overflow<nsw> : i64 to i32
    %10 = arith.trunci %c overflow<nsw> : i64 to i32
    %11 = arith.xori %9, %10 : i32
    // A scalar is stored by one thread.
    // CHECK: llvm.cond_br
    // CHECK: llvm.store
    %12 = nv_tileas.store %p, %11 : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // CHECK-LABEL: llvm.func @floats
  nv_tileaa.func @floats(%a: f32, %b: f32, %d: f64, %p: !nv_tileaa.ptr<f32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // CHECK-NOT: fastmath
    // CHECK: llvm.fadd
    %0 = arith.addf %a, %b : f32
    // CHECK: llvm.call_intrinsic "llvm.nvvm.add.rz.f"
    %1 = nv_tileaa.addf %0, %b {rounding_mode = #nv_tileaa.rounding_mode<rz>} : f32
    // CHECK: %[[NEG:.*]] = llvm.fneg
    // CHECK: llvm.call_intrinsic "llvm.nvvm.add.rm.ftz.f"(%{{.*}}, %[[NEG]])
    %2 = nv_tileaa.subf %1, %b {rounding_mode = #nv_tileaa.rounding_mode<rm>, flush_to_zero} : f32
    // CHECK: llvm.call_intrinsic "llvm.nvvm.mul.rp.f"
    %3 = nv_tileaa.mulf %2, %b {rounding_mode = #nv_tileaa.rounding_mode<rp>} : f32
    // CHECK: llvm.call_intrinsic "llvm.nvvm.fma.rn.ftz.f"
    %4 = nv_tileaa.fma %3, %a, %b {flush_to_zero} : f32
    // CHECK: llvm.intr.fma
    %5 = math.fma %4, %a, %b : f32
    // CHECK: llvm.call_intrinsic "llvm.maximumnum"
    %6 = arith.maxnumf %5, %b : f32
    // CHECK: llvm.intr.minimum(
    %7 = arith.minimumf %6, %b : f32
    // CHECK: llvm.fcmp "une"
    %8 = arith.cmpf une, %7, %b : f32
    // CHECK: llvm.fptrunc
    %9 = arith.truncf %d : f64 to f32
    %10 = arith.select %8, %7, %9 : f32
    // CHECK: llvm.call_intrinsic "llvm.nvvm.fma.rz.d"
    %11 = nv_tileaa.fma %d, %d, %d {rounding_mode = #nv_tileaa.rounding_mode<rz>} : f64
    // CHECK: llvm.fptosi
    %12 = arith.fptosi %11 : f64 to i32
    %13 = arith.sitofp %12 : i32 to f32
    %14 = arith.addf %13, %10 : f32
    %15 = nv_tileas.store %p, %14 : (!nv_tileaa.ptr<f32, 1>, f32) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // Two elements per thread: two operations.
  // CHECK-LABEL: llvm.func @tiles
  nv_tileaa.func @tiles(%p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // CHECK: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
    // CHECK: %[[PART:.*]] = llvm.shl %[[T]]
    %i = nv_tileas.generate {
    ^bb0(%x: i32):
      %c = arith.constant 7 : i32
      // CHECK: llvm.mul %[[PART]]
      // CHECK: %[[NEXT:.*]] = llvm.xor %[[PART]], %{{.*}} : i32
      // CHECK: llvm.mul %[[NEXT]]
      %y = arith.muli %x, %c : i32
      nv_tileas.yield %y : i32
    } : tensor<256xi32, #two>
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32, 1> -> tensor<256x!nv_tileaa.ptr<i32, 1>, #two>
    // CHECK-COUNT-2: llvm.getelementptr %{{.*}} : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    %pi = nv_tileaa.addptr %ps, %i : tensor<256x!nv_tileaa.ptr<i32, 1>, #two>, tensor<256xi32, #two>
    // CHECK-COUNT-2: llvm.store
    %t = nv_tileas.store %pi, %i : (tensor<256x!nv_tileaa.ptr<i32, 1>, #two>, tensor<256xi32, #two>) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
