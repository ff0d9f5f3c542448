// Names of libraries, instructions and intrinsics that public documents define
// bit for bit are executed.
// RUN: tile-run %s --all | FileCheck %s
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer f : f32[20] = fill(0)
// tilefuzz.buffer i : i32[24] = fill(0)
// tilefuzz.args &f &i
!fp = !nv_tileaa.ptr<f32, 1>
!ip = !nv_tileaa.ptr<i32, 1>
!fm = !nv_tileaa.memref<20xf32, strides = [1], 1>
!im = !nv_tileaa.memref<24xi32, strides = [1], 1>
!fv = !nv_tileaa.tiled_view<4xf32, memref = !fm, dim_map = [0], padding = none>
!iv = !nv_tileaa.tiled_view<4xi32, memref = !im, dim_map = [0], padding = none>
gpu.module @m {
  nv_tileaa.func @k(%p: !fp, %q: !ip) attributes {cute.kernel} {
    %fm = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !fp -> !fm
    %im = nv_tileaa.make_memref %q, sizes = [], strides = [] {alias_scope = 0 : i32} : !ip -> !im
    %fv = nv_tileaa.block_tile %fm : !fm -> !fv
    %iv = nv_tileaa.block_tile %im : !im -> !iv
    %0 = arith.constant 0 : i32
    %1 = arith.constant 1 : i32
    %2 = arith.constant 2 : i32
    %3 = arith.constant 3 : i32
    %4 = arith.constant 4 : i32
    %5 = arith.constant 5 : i32
    %x = arith.constant dense<[1.0, -2.0, 16777216.0, 9.0]> : tensor<4xf32>
    %y = arith.constant dense<[0.5, -3.0, 1.0, 1.0e-30]> : tensor<4xf32>
    %a = arith.constant dense<[7, -8, 2147483647, 1]> : tensor<4xi32>
    %b = arith.constant dense<[2, 3, 1, 40]> : tensor<4xi32>

    // CHECK: f : f32[20] = 1.5 -5 16777218 9.00000095
    %f0 = nv_tileaa.extern_elementwise "libdevice", "__nv_fadd_ru"(%x, %y) {pure} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %t0 = nv_tileaa.tiled_store %fv, %f0[%0] : (!fv, tensor<4xf32>, i32) -> !nv_tileaa.mem_token
    // CHECK-SAME: 1.5 -5 16777216 9
    %f1 = nv_tileaa.elementwise_inline_asm "add.rn.f32 $0, $1, $2;", "=f,f,f"(%x, %y) {pure} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %t1 = nv_tileaa.tiled_store %fv, %f1[%1] : (!fv, tensor<4xf32>, i32) -> !nv_tileaa.mem_token
    // CHECK-SAME: 1.5 4 33554432 9
    %f2 = nv_tileaa.call_elementwise_intrinsic "llvm.fma"(%x, %y, %x) {pure} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %t2 = nv_tileaa.tiled_store %fv, %f2[%2] : (!fv, tensor<4xf32>, i32) -> !nv_tileaa.mem_token
    // CHECK-SAME: 2 0.666666627 16777216 8.99999938e+30
    %f3 = nv_tileaa.call_elementwise_intrinsic "llvm.nvvm.div.rz.f"(%x, %y) {pure} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %t3 = nv_tileaa.tiled_store %fv, %f3[%3] : (!fv, tensor<4xf32>, i32) -> !nv_tileaa.mem_token
    // CHECK-SAME: 1 2 16777216 9
    %f4 = nv_tileaa.elementwise_inline_asm "abs.f32 $0, $1;", "=f,f"(%x) {pure} : (tensor<4xf32>) -> tensor<4xf32>
    %t4 = nv_tileaa.tiled_store %fv, %f4[%4] : (!fv, tensor<4xf32>, i32) -> !nv_tileaa.mem_token

    // CHECK: i : i32[24] = 9 -5 -2147483648 41
    %i0 = nv_tileaa.elementwise_inline_asm "add.s32 $0, $1, $2;", "=r,r,r"(%a, %b) {pure} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %u0 = nv_tileaa.tiled_store %iv, %i0[%0] : (!iv, tensor<4xi32>, i32) -> !nv_tileaa.mem_token
    // CHECK-SAME: 0 2 0 0
    %i1 = nv_tileaa.extern_elementwise "libdevice", "__nv_umulhi"(%a, %b) {pure} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %u1 = nv_tileaa.tiled_store %iv, %i1[%1] : (!iv, tensor<4xi32>, i32) -> !nv_tileaa.mem_token
    // The last amount is more than the width. CHECK-SAME: 1 -1 1073741823 0
    %i2 = nv_tileaa.elementwise_inline_asm "shr.s32 $0, $1, $2;", "=r,r,r"(%a, %b) {pure} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %u2 = nv_tileaa.tiled_store %iv, %i2[%2] : (!iv, tensor<4xi32>, i32) -> !nv_tileaa.mem_token
    // CHECK-SAME: 28 -64 -2 0
    %i3 = nv_tileaa.elementwise_inline_asm "shl.b32 $0, $1, $2;", "=r,r,r"(%a, %b) {pure} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %u3 = nv_tileaa.tiled_store %iv, %i3[%3] : (!iv, tensor<4xi32>, i32) -> !nv_tileaa.mem_token
    // CHECK-SAME: 7 -8 2147483647 40
    %i4 = nv_tileaa.call_elementwise_intrinsic "llvm.umax"(%a, %b) {pure} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %u4 = nv_tileaa.tiled_store %iv, %i4[%4] : (!iv, tensor<4xi32>, i32) -> !nv_tileaa.mem_token
    // CHECK-SAME: 2 -8 1 1
    %i5 = nv_tileaa.extern_elementwise "libdevice", "__nv_min"(%a, %b) {pure} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %u5 = nv_tileaa.tiled_store %iv, %i5[%5] : (!iv, tensor<4xi32>, i32) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
