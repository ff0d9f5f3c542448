; check-gep-index reports constant indices out of bounds, and changes nothing.
; RUN: split-file %s %t
; RUN: opt --load-pass-plugin=%plugin --passes=check-gep-index -S %t/good.ll | FileCheck %s --check-prefix=GOOD
; RUN: not opt --load-pass-plugin=%plugin --passes=check-gep-index -disable-output %t/past.ll 2>&1 | FileCheck %s --check-prefix=PAST
; RUN: not opt --load-pass-plugin=%plugin --passes=check-gep-index -disable-output %t/inner.ll 2>&1 | FileCheck %s --check-prefix=INNER
; RUN: not opt --load-pass-plugin=%plugin --passes=check-gep-index -disable-output %t/negative.ll 2>&1 | FileCheck %s --check-prefix=NEGATIVE
; RUN: not opt --load-pass-plugin=%plugin --passes=check-gep-index -disable-output %t/object.ll 2>&1 | FileCheck %s --check-prefix=OBJECT
; RUN: not opt --load-pass-plugin=%plugin --passes=check-gep-index -disable-output %t/constant.ll 2>&1 | FileCheck %s --check-prefix=CONSTANT
; PAST: error: check-gep-index: constant index 4 of 4 elements of type i32 is out of bounds in function 'f'
; INNER: error: check-gep-index: constant index 5 of 4 elements of type i32 is out of bounds in function 'f'
; NEGATIVE: error: check-gep-index: constant index -1 of 4 elements of type i32 is out of bounds in function 'f'
; OBJECT: error: check-gep-index: constant offset 20 is out of the bounds of 'o' of 16 bytes in function 'f'
; CONSTANT: error: check-gep-index: constant index 9 of 8 elements of type i32 is out of bounds in function 'f'

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@dynamic = external addrspace(3) global [0 x i32]
@s = internal addrspace(3) global [8 x i32] undef
%r = type { i32, [4 x i32] }
; GOOD: define i32 @f(
define i32 @f(ptr %p, i32 %n) {
  ; One past the end is an address that nobody accesses.
  %end = getelementptr inbounds [4 x i32], ptr %p, i32 0, i32 4
  %isEnd = icmp eq ptr %p, %end
  %last = getelementptr inbounds %r, ptr %p, i32 0, i32 1, i32 3
  %a = load i32, ptr %last
  ; What runs decides.
  %some = getelementptr inbounds [4 x i32], ptr %p, i32 0, i32 %n
  %b = load i32, ptr %some
  ; As long as the launch says.
  %d = load i32, ptr addrspace(3) getelementptr ([0 x i32], ptr addrspace(3) @dynamic, i32 0, i32 100)
  %g = load i32, ptr addrspace(3) getelementptr inbounds ([8 x i32], ptr addrspace(3) @s, i32 0, i32 7)
  ; The first index walks over objects of the type.
  %other = getelementptr inbounds [4 x i32], ptr %p, i32 9, i32 0
  %c = load i32, ptr %other
  ret i32 %a
}
;--- past.ll
define i32 @f(ptr %p) {
  %q = getelementptr inbounds [4 x i32], ptr %p, i32 0, i32 4
  %v = load i32, ptr %q
  ret i32 %v
}
;--- inner.ll
define ptr @f(ptr %p) {
  %q = getelementptr inbounds [4 x [4 x i32]], ptr %p, i32 0, i32 1, i32 5
  ret ptr %q
}
;--- negative.ll
define ptr @f(ptr %p) {
  %q = getelementptr inbounds { i32, [4 x i32] }, ptr %p, i32 0, i32 1, i32 -1
  ret ptr %q
}
;--- object.ll
define ptr @f() {
  %o = alloca [4 x i32]
  %q = getelementptr inbounds i32, ptr %o, i32 2
  %r = getelementptr inbounds i32, ptr %q, i32 3
  ret ptr %r
}
;--- constant.ll
@s = internal addrspace(3) global [8 x i32] undef
define i32 @f() {
  %v = load i32, ptr addrspacecast (ptr addrspace(3) getelementptr ([8 x i32], ptr addrspace(3) @s, i32 0, i32 9) to ptr)
  ret i32 %v
}
