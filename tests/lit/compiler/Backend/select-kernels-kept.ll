; A kernel that something kept refers to is not dropped.
; RUN: opt --load-pass-plugin=%plugin '--passes=select-kernels<kernel=a>,verify' -S %s | FileCheck %s
; CHECK: define ptx_kernel void @a(
; CHECK: define ptx_kernel void @child(
; CHECK-NOT: @other(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @a(ptr %p) {
  store ptr @child, ptr %p
  ret void
}
define ptx_kernel void @child() {
  ret void
}
define ptx_kernel void @other() {
  ret void
}
