; // tilefuzz.launch grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[128] = bits()
; // tilefuzz.buffer in : i32[32] = bits()
; // tilefuzz.args &out &in 2
; tilefuzz.kernel kernel0
source_filename = "written by hand after a reduced nv_tileaa program"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@table = internal addrspace(1) constant [4 x i32] [i32 7, i32 8, i32 9, i32 10]

define ptx_kernel void @kernel0(ptr %out, ptr %in, i32 %n) #0 {
entry:
  %place = getelementptr i32, ptr addrspace(1) @table, i32 %n
  %value = load atomic i32, ptr addrspace(1) %place syncscope("device") acquire, align 4
  store i32 %value, ptr %out, align 4
  ret void
}

attributes #0 = { "nvvm.reqntid"="1" }
