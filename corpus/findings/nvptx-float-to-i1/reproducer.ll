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
  %zero = sub i32 %n, 7
  %x = bitcast i32 %zero to float
  %isOne = fptoui float %x to i1
  %bits = zext i1 %isOne to i32
  store i32 %bits, ptr %out, align 4
  ret void
}

attributes #0 = { "nvvm.reqntid"="1" }
