; select-kernels keeps kernels by name and by ordinal, and what they refer to.
; RUN: opt --load-pass-plugin=%plugin '--passes=select-kernels<kernel=b>,verify' -S %s | FileCheck %s --check-prefixes=B
; RUN: opt --load-pass-plugin=%plugin '--passes=select-kernels<range=1>,verify' -S %s | FileCheck %s --check-prefixes=B
; RUN: opt --load-pass-plugin=%plugin '--passes=select-kernels<kernel=a;range=2-2>,verify' -S %s | FileCheck %s --check-prefix=AC
; RUN: opt --load-pass-plugin=%plugin '--passes=select-kernels,verify' -S %s | FileCheck %s --check-prefix=ALL
; RUN: not opt --load-pass-plugin=%plugin '--passes=select-kernels<kernel=plain>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NAME
; RUN: not opt --load-pass-plugin=%plugin '--passes=select-kernels<range=1-3>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=RANGE
; RUN: not opt --load-pass-plugin=%plugin '--passes=select-kernels<range=2-1>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SYNTAX
; NAME: error: select-kernels: no kernel is called 'plain'
; RANGE: error: select-kernels: the range ends at 3, and the module has 3 kernels
; SYNTAX: select-kernels: 'range=2-1' is neither kernel=NAME nor range=N nor range=FIRST-LAST
; ALL: define {{.*}}@a(
; ALL: define {{.*}}@b(
; ALL: define {{.*}}@c(
target triple = "nvptx64-nvidia-cuda"
; B-NOT: @only_a
; B: @llvm.used = appending global [1 x ptr] [ptr @plain]
; B-NOT: @a(
; B: define ptx_kernel void @b(
; B-NOT: @c(
; B: define internal void @through_table(
; B-NOT: @for_a(
; B: define void @plain(
; B-NOT: !{ptr @c
; AC: @only_a
; AC-NOT: @b(
; AC: define {{.*}}@a(
; AC-NOT: @through_table
; AC: define {{.*}}@c(
; AC: define internal void @for_a(
@only_a = internal addrspace(3) global i32 undef
@table = internal constant [1 x ptr] [ptr @through_table]
@llvm.used = appending global [2 x ptr] [ptr @c, ptr @plain], section "llvm.metadata"
define void @a(ptr %p) "nvvm.kernel" {
  store i32 1, ptr addrspace(3) @only_a
  call void @for_a()
  ret void
}
define ptx_kernel void @b(ptr %p) {
  %f = load ptr, ptr @table
  call void %f()
  ret void
}
define void @c(ptr %p) {
  ret void
}
define internal void @through_table() {
  ret void
}
define internal void @for_a() {
  ret void
}
define void @plain() {
  ret void
}
!nvvm.annotations_transplanted = !{!0}
!0 = !{ptr @c, !"kernel", i32 1}
