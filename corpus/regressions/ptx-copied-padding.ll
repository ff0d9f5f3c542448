; // tilefuzz.launch grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[128] = bits()
; // tilefuzz.buffer in : i32[32] = bits()
; // tilefuzz.args &out &in 7
; tilefuzz.kernel kernel0
source_filename = "a regression of tilefuzz"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; A copy of a struct takes its padding along, which nobody wrote.
define ptx_kernel void @kernel0(ptr %out, ptr %in, i32 %n) #0 {
entry:
  %from = alloca { i8, i32 }, align 8
  %to = alloca { i8, i32 }, align 8
  store i8 3, ptr %from, align 8
  %second = getelementptr { i8, i32 }, ptr %from, i32 0, i32 1
  store i32 %n, ptr %second, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 8, i1 false)
  %copied = load { i8, i32 }, ptr %to, align 8
  %first = extractvalue { i8, i32 } %copied, 0
  %last = extractvalue { i8, i32 } %copied, 1
  %wide = zext i8 %first to i32
  %sum = add i32 %wide, %last
  store i32 %sum, ptr %out, align 4
  ret void
}

attributes #0 = { "nvvm.reqntid"="1" }
