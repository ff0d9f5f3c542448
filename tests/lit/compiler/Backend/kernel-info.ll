; Every metric as a remark, kernels first. LLVM has a pass of that name, too, so
; that ours is nvvm-kernel-info there.
; RUN: opt --load-pass-plugin=%plugin --passes=nvvm-kernel-info --pass-remarks=kernel-info -disable-output %s 2>&1 | FileCheck %s
; CHECK: remark: {{.*}}kernel-info: ExternalNotKernel in function 'k' = 0
; CHECK-NEXT: kernel-info: Allocas in function 'k' = 2
; CHECK-NEXT: kernel-info: AllocasStaticSizeSum in function 'k' = 16
; CHECK-NEXT: kernel-info: AllocasDyn in function 'k' = 1
; CHECK-NEXT: kernel-info: DirectCalls in function 'k' = 2
; CHECK-NEXT: kernel-info: IndirectCalls in function 'k' = 1
; CHECK-NEXT: kernel-info: DirectCallsToDefinedFunctions in function 'k' = 1
; CHECK-NEXT: kernel-info: InlineAssemblyCalls in function 'k' = 1
; CHECK-NEXT: kernel-info: Invokes in function 'k' = 0
; CHECK-NEXT: kernel-info: FlatAddrspaceAccesses in function 'k' = 5
; CHECK-NEXT: kernel-info: TensorCoreOperations in function 'k' = 0
; CHECK-NEXT: kernel-info: Tcgen05Operations in function 'k' = 1
; CHECK-NEXT: kernel-info: BulkCopies in function 'k' = 1
; CHECK-NEXT: kernel-info: ExternalNotKernel in function 'helper' = 1
; CHECK: kernel-info: Invokes in function 'helper' = 1
target triple = "nvptx64-nvidia-cuda"
declare void @elsewhere()
declare i32 @personality(...)
define void @helper() personality ptr @personality {
  invoke void @elsewhere() to label %ok unwind label %bad
ok:
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define ptx_kernel void @k(ptr %p, ptr addrspace(3) %s, ptr addrspace(3) %barrier, ptr addrspace(1) %g, i32 %n, ptr %f) {
  %o = alloca [4 x i32]
  %d = alloca i32, i32 %n
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  store i32 %v, ptr addrspace(3) %s
  %u = atomicrmw add ptr %p, i32 1 monotonic
  %c = cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %g, ptr %p, i64 8, i1 false)
  call void @helper()
  call void @elsewhere()
  call void %f()
  %a = call i32 asm "mov.b32 $0, 1;", "=r"()
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.cluster(ptr addrspace(7) null, ptr addrspace(3) %barrier, ptr addrspace(3) %s, i32 16)
  call void @llvm.nvvm.cp.async.bulk.commit.group()
  ret void
}
