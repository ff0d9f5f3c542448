; // tilefuzz.launch grid=1,1,1 seed=42
; // tilefuzz.buffer out : i32[128] = bits()
; // tilefuzz.buffer in : i32[32] = bits()
; // tilefuzz.args &out &in 7
; tilefuzz.kernel kernel0
; ModuleID = 'reduced'
source_filename = "random"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%record = type { i32, [3 x i32] }

@constants = internal addrspace(4) constant [8 x i32] [i32 -993608269, i32 -315102012, i32 -1319292890, i32 1201845522, i32 69219631, i32 -436894529, i32 1211161215, i32 -1686412077], align 4

define i32 @helper0(ptr addrspace(4) %0, ptr %1, i32 %2, i32 %3) {
entry:
  ret i32 0
}

define internal i32 @helper1(ptr %0, i32 %1) {
entry:
  %2 = call i32 @helper0(ptr addrspace(4) @constants, ptr %0, i32 0, i32 0)
  ret i32 0
}

define linkonce_odr i32 @helper2(ptr byval(%record) align 4 %0, i32 %1, i32 %2) {
entry:
  %3 = call i32 @helper1(ptr %0, i32 %2)
  %4 = add i32 0, %3
  ret i32 %4
}

define ptx_kernel void @kernel0(ptr %0, ptr %1, i32 %2) #0 {
entry:
  %3 = alloca [8 x i32], align 4
  %4 = call i32 @helper1(ptr %3, i32 0)
  %5 = call i32 @helper2(ptr byval(%record) align 4 %0, i32 970, i32 0)
  ret void
}

attributes #0 = { "nvvm.reqntid"="4" }
