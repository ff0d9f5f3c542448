; Where callers agree the parameter has their space; where they do not, each
; gets a clone within the budget. What others see or point to stays.
; RUN: opt --load-pass-plugin=%plugin --passes=ipmsp,verify -S %s | FileCheck %s
; RUN: opt --load-pass-plugin=%plugin '--passes=ipmsp<max-clones=1>,verify' -S %s | FileCheck %s --check-prefix=ONE
; RUN: opt --load-pass-plugin=%plugin '--passes=ipmsp<max-instructions=0>,verify' -S %s | FileCheck %s --check-prefix=NONE
; RUN: not opt --load-pass-plugin=%plugin '--passes=ipmsp<max=1>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SYNTAX
; SYNTAX: ipmsp: 'max=1' is neither max-clones=N nor max-instructions=N
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [8 x i32] undef

; CHECK-LABEL: define internal i32 @visible_is_left(ptr %p)
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: call i32 @agreed(ptr addrspace(3) @s, i32 1)
; CHECK: %g = addrspacecast ptr addrspace(1) %out to ptr
; CHECK: %inner = getelementptr i32, ptr %g, i32 4
; CHECK: %inner.as = addrspacecast ptr %inner to ptr addrspace(1)
; CHECK: call i32 @agreed.2(ptr addrspace(1) %inner.as)
; CHECK: call i32 @disagreed.ipmsp.3(ptr addrspace(3) @s)
; CHECK: call i32 @disagreed.ipmsp.1(ptr addrspace(1) %out)
; CHECK: call i32 @disagreed(ptr %unknown)
; CHECK: call i32 @external(ptr %g)
; CHECK: call i32 @taken(ptr %g)
; CHECK: call i32 @recursive(ptr %g)
; CHECK: call i32 @mixed(ptr %both)
; CHECK: %loop.as = addrspacecast ptr %loop to ptr addrspace(1)
; CHECK: call i32 @looped(ptr addrspace(1) %loop.as)
; CHECK: call i32 @stack(ptr addrspace(5)

; ONE: call i32 @disagreed.ipmsp.3(
; ONE: call i32 @disagreed(ptr %g)
; NONE: call i32 @agreed(ptr addrspace(3)
; NONE: call i32 @disagreed(ptr addrspacecast
define internal i32 @visible_is_left(ptr %p) optnone noinline {
  ret i32 0
}
define ptx_kernel void @k(ptr addrspace(1) %out, ptr %unknown, i1 %c) {
  %a = call i32 @agreed(ptr addrspacecast (ptr addrspace(3) @s to ptr), i32 1)
  %g = addrspacecast ptr addrspace(1) %out to ptr
  %inner = getelementptr i32, ptr %g, i32 4
  %a2 = call i32 @agreed.2(ptr %inner)
  %d1 = call i32 @disagreed(ptr addrspacecast (ptr addrspace(3) @s to ptr))
  %d2 = call i32 @disagreed(ptr %g)
  %d3 = call i32 @disagreed(ptr %unknown)
  %e = call i32 @external(ptr %g)
  %t = call i32 @taken(ptr %g)
  %r = call i32 @recursive(ptr %g)
  %v = call i32 @visible_is_left(ptr %g)
  %both = select i1 %c, ptr %g, ptr addrspacecast (ptr addrspace(3) @s to ptr)
  %m = call i32 @mixed(ptr %both)
  br label %l
l:
  %loop = phi ptr [ %g, %0 ], [ %next, %l ]
  %next = getelementptr i32, ptr %loop, i32 1
  %lv = call i32 @looped(ptr %loop)
  br i1 %c, label %l, label %x
x:
  %o = alloca i32
  store i32 1, ptr %o
  %st = call i32 @stack(ptr %o)
  store ptr @taken, ptr addrspace(1) %out
  ret void
}
; `nonnull` is no promise in shared memory, whose first address is 0.
; CHECK-LABEL: define internal i32 @agreed(ptr addrspace(3) readonly align 4 %p, i32 %n)
; CHECK-NEXT: %p.generic = addrspacecast ptr addrspace(3) %p to ptr
; CHECK-NEXT: %v = load i32, ptr %p.generic
; CHECK-NEXT: %w = call i32 @further(ptr addrspace(3) %p)
define internal i32 @agreed(ptr nonnull readonly align 4 %p, i32 %n) {
  %v = load i32, ptr %p
  %w = call i32 @further(ptr %p)
  ret i32 %v
}
define internal i32 @agreed.2(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
; CHECK-LABEL: define internal i32 @further(ptr addrspace(3) %p)
define internal i32 @further(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
; Clones are inlined.
; CHECK: define internal i32 @disagreed.ipmsp.3(ptr addrspace(3) %p) #[[CLONE:[0-9]+]]
; CHECK: define internal i32 @disagreed.ipmsp.1(ptr addrspace(1) %p) #[[CLONE]]
; CHECK-LABEL: define internal i32 @disagreed(ptr %p)
define internal i32 @disagreed(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
; CHECK-LABEL: define i32 @external(ptr %p)
define i32 @external(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
; CHECK-LABEL: define internal i32 @taken(ptr %p)
define internal i32 @taken(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
; CHECK-LABEL: define internal i32 @recursive(ptr %p)
define internal i32 @recursive(ptr %p) {
  %v = call i32 @recursive(ptr %p)
  ret i32 %v
}
; CHECK-LABEL: define internal i32 @mixed(ptr %p)
define internal i32 @mixed(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define internal i32 @looped(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define internal i32 @stack(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
; CHECK: attributes #[[CLONE]] = { alwaysinline }
