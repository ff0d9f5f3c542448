// Functions of f32 and f64 become calls of libdevice: the fast one where fastmath has afn and the level has room for its
// error. What flushes, and other types, stay.
// RUN: tile-opt %s --tileaa-select-libdevice | FileCheck %s
gpu.module @kernels {
// CHECK-LABEL: @floats
nv_tileaa.func @floats(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: extern_elementwise "libdevice", "__nv_expf"(%{{.*}}) {pure} : (tensor<4xf32>) -> tensor<4xf32>
  %0 = math.exp %x : tensor<4xf32>
  // CHECK: extern_elementwise "libdevice", "__nv_fast_expf"(%{{.*}}) {my.tag, pure}
  %1 = math.exp %x fastmath<afn> {my.tag} : tensor<4xf32>
  // CHECK: extern_elementwise "libdevice", "__nv_fast_tanhf"
  %2 = math.tanh %x fastmath<fast> : tensor<4xf32>
  // CHECK: extern_elementwise "libdevice", "__nv_sinf"
  %3 = math.sin %x fastmath<afn> : tensor<4xf32>
  // CHECK: extern_elementwise "libdevice", "__nv_powf"(%{{.*}}, %{{.*}}) {pure}
  %4 = math.powf %x, %y : tensor<4xf32>
  // CHECK: extern_elementwise "libdevice", "__nv_atan2f"
  %5 = nv_tileaa.call_elementwise_intrinsic "atan2"(%x, %y) {pure} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: nv_tileaa.exp2 %{{.*}} {flush_to_zero}
  %6 = nv_tileaa.exp2 %x {flush_to_zero} : tensor<4xf32>
  // CHECK: extern_elementwise "libdevice", "__nv_rsqrtf"
  %7 = nv_tileaa.rsqrt %x : tensor<4xf32>
  // CHECK: math.fpowi
  %i = arith.constant dense<2> : tensor<4xi32>
  %8 = math.fpowi %x, %i : tensor<4xf32>, tensor<4xi32>
  nv_tileaa.return
}
// CHECK-LABEL: @others
nv_tileaa.func @others(%x: f64, %y: tensor<4xf16>) {
  // CHECK: extern_elementwise "libdevice", "__nv_exp"(%{{.*}}) {pure} : (f64) -> f64
  %0 = math.exp %x fastmath<afn> : f64
  // CHECK: extern_elementwise "libdevice", "__nv_log2"
  %1 = math.log2 %x : f64
  // CHECK: math.sin %{{.*}} : tensor<4xf16>
  %2 = math.sin %y : tensor<4xf16>
  nv_tileaa.return
}
}
