; // tilefuzz.launch grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[128] = bits()
; // tilefuzz.buffer in : i32[32] = bits()
; // tilefuzz.args &out &in 7
; tilefuzz.kernel kernel0
source_filename = "reduced, then tidied by hand"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define internal i32 @use([2 x i5] %pair) noinline {
entry:
  %first = extractvalue [2 x i5] %pair, 0
  %second = extractvalue [2 x i5] %pair, 1
  %low = zext i5 %first to i32
  %high = zext i5 %second to i32
  %scaled = mul i32 %high, 1000
  %both = add i32 %low, %scaled
  ret i32 %both
}

define ptx_kernel void @kernel0(ptr %out, ptr %in, i32 %n) #0 {
entry:
  %more = add i32 %n, 9
  %first = trunc i32 %n to i5
  %second = trunc i32 %more to i5
  %one = insertvalue [2 x i5] poison, i5 %first, 0
  %pair = insertvalue [2 x i5] %one, i5 %second, 1
  %result = call i32 @use([2 x i5] %pair)
  store i32 %result, ptr %out, align 4
  ret void
}

attributes #0 = { "nvvm.reqntid"="1" }
