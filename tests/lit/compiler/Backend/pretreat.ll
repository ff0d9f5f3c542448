; What nvvm-pretreat changes, and what it leaves alone, on anybody's module.
; RUN: opt --load-pass-plugin=%plugin --passes=nvvm-pretreat,verify -S %s | FileCheck %s
; RUN: opt --load-pass-plugin=%plugin --passes=nvvm-pretreat,nvvm-pretreat -S %s > %t.twice
; RUN: opt --load-pass-plugin=%plugin --passes=nvvm-pretreat -S %s | diff - %t.twice
target triple = "nvptx64-nvidia-cuda"
%pair = type { i32, i32 }
@bytes = internal addrspace(4) constant [7 x i8] c"\01\02\03\04\05\06\07", align 4
@holes = internal addrspace(4) constant [2 x i32] [i32 1, i32 undef]

; Its row makes it a kernel; the row is consumed, other pairs of it stay.
; CHECK-LABEL: define ptx_kernel void @by_row(
define void @by_row(ptr %p) {
  ret void
}
; CHECK-LABEL: define ptx_kernel void @by_attribute(
define void @by_attribute(ptr %p) "nvvm.kernel" {
  ret void
}
; A kernel that is called keeps the convention that its calls have.
; CHECK-LABEL: define void @called(
define void @called(ptr %p) "kernel" {
  ret void
}
; CHECK-LABEL: define void @caller(
; CHECK: call void @called(
define void @caller(ptr %p) {
  call void @called(ptr %p)
  ret void
}

; CHECK-LABEL: define i32 @casts(
; CHECK-NEXT: %a = load i32, ptr addrspace(3) %s
; CHECK-NEXT: %b = load i32, ptr %g
; CHECK-NEXT: %through = addrspacecast ptr addrspace(3) %s to ptr
; CHECK-NEXT: %cluster = addrspacecast ptr %through to ptr addrspace(7)
; CHECK-NEXT: %c = load i32, ptr addrspace(7) %cluster
define i32 @casts(ptr addrspace(3) %s, ptr %g) {
  %s0 = addrspacecast ptr addrspace(3) %s to ptr
  %s3 = addrspacecast ptr %s0 to ptr addrspace(3)
  %a = load i32, ptr addrspace(3) %s3
  %g1 = addrspacecast ptr %g to ptr addrspace(1)
  %g0 = addrspacecast ptr addrspace(1) %g1 to ptr
  %same = bitcast ptr %g0 to ptr
  %zero = getelementptr [4 x i32], ptr %same, i32 0, i64 0
  %b = load i32, ptr %zero
  %through = addrspacecast ptr addrspace(3) %s to ptr
  %cluster = addrspacecast ptr %through to ptr addrspace(7)
  %c = load i32, ptr addrspace(7) %cluster
  %ab = add i32 %a, %b
  %r = add i32 %ab, %c
  ret i32 %r
}
; CHECK-LABEL: define ptr @not_zero(
; CHECK-NEXT: getelementptr [4 x i32], ptr %p, i32 0, i32 1
define ptr @not_zero(ptr %p) {
  %q = getelementptr [4 x i32], ptr %p, i32 0, i32 1
  ret ptr %q
}

; CHECK-LABEL: define void @memory(
; Three bytes of a fill, the address being even.
; CHECK-NEXT: %1 = zext i8 %v to i16
; CHECK-NEXT: %2 = mul i16 %1, 257
; CHECK-NEXT: store i16 %2, ptr %p, align 2
; CHECK-NEXT: %3 = getelementptr inbounds i8, ptr %p, i64 2
; CHECK-NEXT: store i8 %v, ptr %3, align 2
; A constant's bytes.
; CHECK-NEXT: store i32 67305985, ptr %p, align 4
; CHECK-NEXT: %4 = getelementptr inbounds i8, ptr %p, i64 4
; CHECK-NEXT: store i16 1541, ptr %4, align 4
; CHECK-NEXT: %5 = getelementptr inbounds i8, ptr %p, i64 6
; CHECK-NEXT: store i8 7, ptr %5, align 2
; What nobody knows the bytes of, is volatile, or is long, stays.
; CHECK-NEXT: call void @llvm.memcpy.p0.p4.i64(ptr %p, ptr addrspace(4) @holes, i64 8
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 true)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 17,
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n,
; CHECK-NEXT: ret void
define void @memory(ptr %p, ptr %q, i8 %v, i64 %n) {
  call void @llvm.memset.p0.i64(ptr align 2 %p, i8 %v, i64 3, i1 false)
  call void @llvm.memcpy.p0.p4.i64(ptr align 4 %p, ptr addrspace(4) @bytes, i64 7, i1 false)
  call void @llvm.memcpy.p0.p4.i64(ptr %p, ptr addrspace(4) @holes, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 true)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 17, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ; These do nothing.
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 0, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %p, i64 %n, i1 false)
  ret void
}

; CHECK-LABEL: define i32 @placeholders(
; CHECK-NEXT: %o = alloca i32
; CHECK-NEXT: store i32 %x, ptr %o
; CHECK-NEXT: %v = load i32, ptr %o, align 4
; CHECK-NEXT: %r = add i32 %x, %v
; CHECK-NOT: invariant.group
; CHECK: ret i32 %r
define i32 @placeholders(i32 %x) {
  %o = alloca i32
  call void @llvm.lifetime.start.p0(ptr %o)
  store i32 %x, ptr %o
  %l = call ptr @llvm.launder.invariant.group.p0(ptr %o)
  %v = load i32, ptr %l, !invariant.group !1
  %e = call i32 @llvm.expect.i32(i32 %x, i32 3)
  %c = call i32 @llvm.ssa.copy.i32(i32 %e)
  %r = add i32 %c, %v
  call void @llvm.lifetime.end.p0(ptr %o)
  call void @llvm.donothing()
  ret i32 %r
}

; The function copies what it is given by value, and says that it reads it.
; CHECK-LABEL: define internal i32 @by_value(ptr align 8 %p)
; CHECK-SAME: #[[READS:[0-9]+]]
; CHECK-NEXT: %p.copy = alloca %pair, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %{{.*}}, ptr align 8 %p, i64 8, i1 false)
; CHECK: store i32 3, ptr %p.copy
define internal i32 @by_value(ptr byval(%pair) align 8 %p) memory(none) {
  store i32 3, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
; Whoever takes its address passes it by value.
; CHECK-LABEL: define internal void @taken(ptr byval(%pair) %p)
define internal void @taken(ptr byval(%pair) %p) {
  ret void
}
; CHECK-LABEL: define ptr @user(
; CHECK-NEXT: %v = call i32 @by_value(ptr align 8 %q)
define ptr @user(ptr %q) {
  %v = tail call i32 @by_value(ptr byval(%pair) align 8 %q)
  ret ptr @taken
}
; CHECK: attributes #[[READS]] = { memory(argmem: read) }
; CHECK: !nvvm.annotations_transplanted = !{![[REST:[0-9]+]]}
; CHECK: ![[REST]] = !{ptr @by_row, !"grid_constant", i32 1}
!nvvm.annotations_transplanted = !{!0}
!0 = !{ptr @by_row, !"kernel", i32 1, !"grid_constant", i32 1}
!1 = !{}
