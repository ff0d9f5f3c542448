; // tilefuzz.launch grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[128] = bits()
; // tilefuzz.buffer in : i32[32] = bits()
; // tilefuzz.args &out &in 7
; tilefuzz.kernel kernel0
source_filename = "a regression of tilefuzz"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; The lower half of a register is what nobody wrote, and nothing comes of it.
define ptx_kernel void @kernel0(ptr %out, ptr %in, i32 %n) #0 {
entry:
  %pair = insertelement <2 x i32> zeroinitializer, i32 %n, i64 1
  %short = trunc <2 x i32> %pair to <2 x i16>
  %mixed = xor <2 x i16> %short, <i16 poison, i16 1285>
  %wide = sext <2 x i16> %mixed to <2 x i32>
  %upper = extractelement <2 x i32> %wide, i64 1
  store i32 %upper, ptr %out, align 4
  ret void
}

attributes #0 = { "nvvm.reqntid"="1" }
