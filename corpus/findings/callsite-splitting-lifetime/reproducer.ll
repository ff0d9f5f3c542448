; // tilefuzz.launch grid=2,1,1 seed=647
; // tilefuzz.buffer out : i32[128] = bits()
; // tilefuzz.buffer in : i32[32] = bits()
; // tilefuzz.args &out &in 16
; tilefuzz.kernel kernel0
; ModuleID = 'reduced'
source_filename = "random"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%record = type { i32, [3 x i32] }

define internal i32 @helper0(ptr byval(%record) align 4 %0, i32 %1, ptr byval(%record) align 4 %2) {
entry:
  ret i32 0
}

define i32 @helper1(ptr addrspace(3) %0, i32 %1) {
entry:
  %2 = icmp eq i32 %1, 0
  br i1 %2, label %then, label %else

then:                                             ; preds = %entry
  br label %join

else:                                             ; preds = %entry
  %3 = call i32 asm sideeffect "add.u32 $0, $1, $2;", "=r,r,r"(i32 0, i32 0)
  br label %join

join:                                             ; preds = %else, %then
  %4 = alloca [8 x i32], align 4
  %5 = call i32 @helper0(ptr byval(%record) align 4 %4, i32 %1, ptr byval(%record) align 4 null)
  %6 = getelementptr i32, ptr %4, i32 5
  %7 = load i32, ptr %6, align 4
  call void @llvm.lifetime.end.p0(ptr %4)
  %8 = call i32 asm "xor.b32 $0, $1, $2;", "=r,r,r"(i32 0, i32 %7)
  ret i32 0
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #0

define ptx_kernel void @kernel0(ptr %0, ptr addrspace(1) %1, i32 %2) #1 {
entry:
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { "nvvm.maxnreg"="64" "nvvm.reqntid"="4" }
