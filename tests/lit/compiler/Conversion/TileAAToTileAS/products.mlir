// Products that tensor cores do have the layout of their fragments; others stay.
// RUN: tile-opt %s --convert-tileaa-to-tileas | FileCheck %s
// RUN: tile-opt %s --convert-tileaa-to-tileas --convert-tileas-to-nvvm | FileCheck %s --check-prefix=THREAD

// CHECK: #[[FRAGMENT:.*]] = #nv_tileas.linear<reg = [1, 128], lane = [2, 4, 16, 32, 64], warp = [8, 0]>
module attributes {nv_tileaa.compute_capability = 80 : i64} {
gpu.module @m {
  // CHECK-LABEL: nv_tileaa.func @halves
  // THREAD-LABEL: llvm.func @halves
  nv_tileaa.func @halves(%x: f16, %y: f32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<16x32xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<32x16xf16>
    %c = nv_tileaa.splat %y : f32 -> tensor<16x16xf32>
    // CHECK: %[[ACC:.*]] = nv_tileas.convert_layout {{.*}} -> tensor<16x16xf32, #[[FRAGMENT]]>
    // CHECK: %[[DOT:.*]] = nv_tileas.dot %{{.*}}, %{{.*}}, %[[ACC]] {atom = "mma_f32_f16"}
    // CHECK: nv_tileas.convert_layout %[[DOT]]
    // Two steps of 32 bytes along K are one loop.
    // THREAD: llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"
    // THREAD-NOT: mma.sync
    // THREAD: llvm.return
    %d = nv_tileaa.dot %a, %b, %c : (tensor<16x32xf16>, tensor<32x16xf16>, tensor<16x16xf32>) -> tensor<16x16xf32>
    nv_tileaa.return
  }
  // CHECK-LABEL: nv_tileaa.func @small
  // THREAD-LABEL: llvm.func @small
  nv_tileaa.func @small(%x: f16, %y: f32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<8x16xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<16x8xf16>
    %c = nv_tileaa.splat %y : f32 -> tensor<8x8xf32>
    // CHECK-NOT: nv_tileas.convert_layout
    // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} : (
    // THREAD: llvm.intr.fma({{.*}}) : (f32, f32, f32) -> f32
    %d = nv_tileaa.dot %a, %b, %c : (tensor<8x16xf16>, tensor<16x8xf16>, tensor<8x8xf32>) -> tensor<8x8xf32>
    nv_tileaa.return
  }
  // CHECK-LABEL: nv_tileaa.func @bytes
  // THREAD-LABEL: llvm.func @bytes
  nv_tileaa.func @bytes(%x: i8, %y: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %a = nv_tileaa.splat %x : i8 -> tensor<16x32xi8>
    %b = nv_tileaa.splat %x : i8 -> tensor<32x16xi8>
    %c = nv_tileaa.splat %y : i32 -> tensor<16x16xi32>
    // CHECK: nv_tileas.dot {{.*}} {atom = "mma_s32_i8", signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>}
    // THREAD: "mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32
    %d = nv_tileaa.dot %a, %b, %c {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : (tensor<16x32xi8>, tensor<32x16xi8>, tensor<16x16xi32>) -> tensor<16x16xi32>
    nv_tileaa.return
  }
}
}
