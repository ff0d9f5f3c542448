; Kernels are visible, whatever marks them; other functions are internal, unless
; somebody outside needs them.
; RUN: opt --load-pass-plugin=%plugin '--passes=check-kernel-functions<keep=exported>,verify' -S %s | FileCheck %s
; RUN: not opt --load-pass-plugin=%plugin '--passes=check-kernel-functions<exported>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SYNTAX
; SYNTAX: check-kernel-functions: 'exported' is not keep=NAME
target triple = "nvptx64-nvidia-cuda"
$group = comdat any
@llvm.used = appending global [1 x ptr] [ptr @used], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
; CHECK: define ptx_kernel void @convention()
define internal ptx_kernel void @convention() {
  ret void
}
; CHECK: define void @attribute() #
define hidden void @attribute() "kernel" {
  ret void
}
; CHECK: define void @row()
define internal void @row() {
  ret void
}
; CHECK: define weak_odr ptx_kernel void @template()
define weak_odr ptx_kernel void @template() {
  ret void
}
; CHECK: define internal void @plain()
define protected void @plain() {
  ret void
}
; CHECK: define internal void @group()
define linkonce_odr void @group() comdat {
  ret void
}
; CHECK: define void @used()
define void @used() {
  ret void
}
; CHECK: define void @kept()
define void @kept() {
  ret void
}
; CHECK: define void @exported()
define void @exported() {
  ret void
}
; Another module may define it otherwise.
; CHECK: define weak void @replaced()
define weak void @replaced() {
  ret void
}
; CHECK: define available_externally void @elsewhere()
define available_externally void @elsewhere() {
  ret void
}
; CHECK: declare void @declared()
declare void @declared()
!nvvm.annotations_transplanted = !{!0}
!0 = !{ptr @row, !"kernel", i32 1}
