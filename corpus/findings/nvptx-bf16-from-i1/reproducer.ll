; // tilefuzz.launch grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[128] = bits()
; // tilefuzz.buffer in : i32[32] = bits()
; // tilefuzz.args &out &in 7
; tilefuzz.kernel kernel0
source_filename = "reduced, then tidied by hand"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel0(ptr %out, ptr %in, i32 %n) #0 {
entry:
  %bit = trunc i32 %n to i1
  %number = sitofp i1 %bit to bfloat
  %bits = bitcast bfloat %number to i16
  %wide = zext i16 %bits to i32
  store i32 %wide, ptr %out, align 4
  ret void
}

attributes #0 = { "nvvm.reqntid"="1" }
