; // tilefuzz.launch grid=1,1,1 seed=803
; // tilefuzz.buffer out : i32[128] = bits()
; // tilefuzz.buffer in : i32[32] = bits()
; // tilefuzz.args &out &in 75
; tilefuzz.kernel kernel0
; ModuleID = 'reduced'
source_filename = "random"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define void @kernel0(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2) #0 {
entry:
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = add i32 0, %3
  br label %loop

loop:                                             ; preds = %loop, %entry
  %5 = phi i32 [ %3, %entry ], [ %6, %loop ]
  %6 = add i32 %5, %4
  br i1 false, label %loop, label %exit

exit:                                             ; preds = %loop
  br label %loop1

loop1:                                            ; preds = %join, %exit
  %7 = phi i32 [ 0, %exit ], [ %9, %join ]
  %8 = icmp ne i32 %6, 0
  br i1 %8, label %then, label %else

exit2:                                            ; preds = %join
  ret void

then:                                             ; preds = %loop1
  br label %join

else:                                             ; preds = %loop1
  br label %join

join:                                             ; preds = %else, %then
  %9 = add i32 %7, 1
  %10 = icmp ult i32 %9, 0
  br i1 %10, label %loop1, label %exit2
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { "kernel" "nvvm.maxnreg"="64" "nvvm.reqntid"="4" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
