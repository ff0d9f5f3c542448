; Distinct spaces do not alias, whichever way a pointer became generic.
; RUN: opt --load-pass-plugin=%plugin --aa-pipeline=nvvm-aa --passes=aa-eval -print-all-alias-modref-info -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: Function: f:
; CHECK-DAG: NoAlias: i32 addrspace(1)* %g, i32 addrspace(3)* %s
; CHECK-DAG: MayAlias: i32* %p, i32 addrspace(3)* %s
; Shared memory is a part of the cluster's.
; CHECK-DAG: MayAlias: i32 addrspace(7)* %c, i32 addrspace(3)* %s
; CHECK-DAG: NoAlias: i32 addrspace(7)* %c, i32 addrspace(1)* %g
; CHECK-DAG: NoAlias: i32 addrspace(1)* %g, i32* %s0
; CHECK-DAG: MayAlias: i32* %either, i32 addrspace(1)* %g
; CHECK-DAG: NoAlias: i32* %o, i32 addrspace(3)* %s
define void @f(ptr %p, ptr addrspace(3) %s, ptr addrspace(1) %g, ptr addrspace(7) %c, i1 %b) {
  %o = alloca i32
  %s0 = addrspacecast ptr addrspace(3) %s to ptr
  %g0 = addrspacecast ptr addrspace(1) %g to ptr
  %either = select i1 %b, ptr %s0, ptr %g0
  store i32 0, ptr %p
  store i32 0, ptr %o
  store i32 0, ptr addrspace(3) %s
  store i32 0, ptr addrspace(1) %g
  store i32 0, ptr addrspace(7) %c
  store i32 0, ptr %s0
  store i32 0, ptr %either
  ret void
}
