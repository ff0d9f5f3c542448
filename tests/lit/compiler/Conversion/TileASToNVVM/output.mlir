// What is printed goes to vprintf from one thread; a failed assertion traps.
// RUN: tile-opt %s --convert-tileas-to-nvvm | FileCheck %s
// RUN: tile-opt %s --convert-tileas-to-nvvm=inject-bug=print-by-every-thread | FileCheck %s --check-prefix=EVERY
#one = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
#few = #nv_tileas.linear<reg = [], lane = [1, 2, 0, 0, 0], warp = [0, 0]>
!token = !nv_tileaa.mem_token
gpu.module @m {
  // Formats end in a zero, and have C's lengths for what was extended.
  // CHECK-DAG: llvm.mlir.global internal constant @text_{{.*}}("x %lld 100%% 0x%llx\0A\00") {addr_space = 1
  // CHECK-DAG: llvm.mlir.global internal constant @text_{{.*}}("[%.3f, %.3f, %.3f, %.3f] %%s\00")
  // CHECK-DAG: llvm.mlir.global internal constant @text_{{.*}}("assertion failed at element %lld: 50%%\0A\00")
  // CHECK-DAG: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32

  // CHECK-LABEL: llvm.func @scalars
  // CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[BUFFER:.*]] = llvm.alloca %{{.*}} x i64
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq" %[[TID]],
  // CHECK: llvm.cond_br %[[FIRST]]
  // CHECK: %[[WIDE:.*]] = llvm.sext %{{.*}} : i32 to i64
  // CHECK: %[[ADDRESS:.*]] = llvm.ptrtoint
  // CHECK: %[[AT:.*]] = llvm.getelementptr %[[BUFFER]][0]
  // CHECK: llvm.store %[[WIDE]], %[[AT]]
  // CHECK: %[[AT:.*]] = llvm.getelementptr %[[BUFFER]][1]
  // CHECK: llvm.store %[[ADDRESS]], %[[AT]]
  // CHECK: llvm.call @vprintf(%{{.*}}, %[[BUFFER]])
  // EVERY-LABEL: llvm.func @scalars
  // EVERY-NOT: nvvm.read.ptx.sreg.tid.x
  // EVERY: llvm.call @vprintf
  nv_tileaa.func @scalars(%n: i32, %p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %t = nv_tileaa.print "x %d 100%% %p\0A"(%n, %p) : (i32, !nv_tileaa.ptr<i32, 1>) -> !token
    nv_tileaa.return
  }

  // What the printing thread does not hold comes through shared memory. A
  // conversion that does not suit its operand stands for itself.
  // CHECK-LABEL: llvm.func @tile
  // CHECK: nvvm.barrier0
  // CHECK-COUNT-4: llvm.load %{{.*}} -> f32
  // CHECK: nvvm.barrier0
  // CHECK-COUNT-4: llvm.fpext %{{.*}} : f32 to f64
  // CHECK: llvm.call @vprintf
  nv_tileaa.func @tile(%v: f32, %n: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %vs = nv_tileaa.splat %v : f32 -> tensor<4xf32, #few>
    %t = nv_tileaa.print "%.3f %s"(%vs, %n) : (tensor<4xf32, #few>, i32) -> !token
    nv_tileaa.return
  }

  // All messages are printed before the first thread traps.
  // CHECK-LABEL: llvm.func @assertion
  // CHECK: %[[FAILED:.*]] = llvm.xor
  // CHECK: llvm.cond_br %[[FAILED]]
  // CHECK: llvm.call @vprintf
  // CHECK: nvvm.barrier0
  // CHECK-NEXT: llvm.cond_br %[[FAILED]]
  // CHECK: llvm.intr.trap
  // CHECK-NEXT: llvm.unreachable
  nv_tileaa.func @assertion(%c: i1) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %cs = nv_tileaa.splat %c : i1 -> tensor<128xi1, #one>
    nv_tileaa.assert %cs, "50%" : tensor<128xi1, #one>
    nv_tileaa.return
  }
}
