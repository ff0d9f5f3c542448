; The fences by opt, for the target that a function names.
; RUN: opt --load-pass-plugin=%plugin --passes=inject-tcgen05-fence,verify -S %s | FileCheck %s
; RUN: opt --load-pass-plugin=%plugin '--passes=inject-tcgen05-fence<linear>' -S %s | FileCheck %s
; RUN: not opt --load-pass-plugin=%plugin '--passes=inject-tcgen05-fence<lines>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=OPTION
; RUN: sed 's/sm_100a/sm_90a/' %s > %t.ll && not opt --load-pass-plugin=%plugin --passes=inject-tcgen05-fence -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=TARGET
; OPTION: inject-tcgen05-fence: 'lines' is not linear
; TARGET: sm_90a

declare void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define ptx_kernel void @handoff(
; CHECK-NEXT: call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(
; CHECK-NEXT: call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
; CHECK-NEXT: call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(
; CHECK-NEXT: ret void
define ptx_kernel void @handoff(ptr addrspace(6) %t, i64 %d) "target-cpu"="sm_100a" {
  call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %t, i64 %d)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %t, i64 %d)
  ret void
}
