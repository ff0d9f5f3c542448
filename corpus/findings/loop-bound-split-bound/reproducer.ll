; // tilefuzz.launch grid=2,1,1 seed=221
; // tilefuzz.buffer out : i32[128] = bits()
; // tilefuzz.buffer in : i32[32] = bits()
; // tilefuzz.args &out &in 16
; tilefuzz.kernel kernel1
; ModuleID = 'reduced'
source_filename = "random"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define weak_odr i32 @helper0(ptr %0, ptr %1, i32 %2, i32 %3) {
entry:
  br label %loop1

loop1:                                            ; preds = %join, %entry
  %4 = phi i32 [ 0, %entry ], [ %12, %join ]
  %5 = icmp ult i32 %4, 549
  br i1 %5, label %then, label %else

exit2:                                            ; preds = %join
  %6 = add i32 0, %11
  %7 = add i32 0, %6
  ret i32 %7

then:                                             ; preds = %loop1
  %8 = zext i32 %2 to i64
  %9 = trunc i64 %8 to i32
  br label %join

else:                                             ; preds = %loop1
  br label %join

join:                                             ; preds = %else, %then
  %10 = phi i32 [ %9, %then ], [ 0, %else ]
  %11 = add i32 0, %10
  %12 = add i32 %4, 1
  %13 = icmp ult i32 %12, 4
  br i1 %13, label %loop1, label %exit2
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

define ptx_kernel void @kernel1(ptr %0, ptr %1, i32 %2) #1 {
entry:
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = mul i32 %4, 4
  %6 = add i32 %5, %3
  %7 = getelementptr i32, ptr %0, i32 %6
  %8 = atomicrmw xor ptr %7, i32 0 syncscope("device") monotonic, align 4
  %9 = call i32 @helper0(ptr null, ptr null, i32 %8, i32 0)
  %10 = add i32 0, %9
  store i32 %10, ptr %7, align 4
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { "nvvm.reqntid"="4" }

!nvvm.annotations_transplanted = !{!0}

!0 = !{ptr poison, !"kernel", i32 1}
