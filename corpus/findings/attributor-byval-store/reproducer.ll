; // tilefuzz.launch grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[8] = bits()
; // tilefuzz.args &out
; tilefuzz.kernel kernel
target triple = "nvptx64-nvidia-cuda"
%record = type { i32, i32 }
define i32 @second(ptr %to, ptr byval(%record) align 4 %record) {
  %slot = getelementptr i32, ptr %to, i64 1
  store i32 5, ptr %slot, align 4
  %place = getelementptr i32, ptr %record, i64 1
  %value = load i32, ptr %place, align 4
  store i32 %value, ptr %slot, align 4
  ret i32 0
}
define ptx_kernel void @kernel(ptr %out) "nvvm.reqntid"="1" {
  %record = alloca %record, align 4
  %unused = call i32 @second(ptr %record, ptr byval(%record) align 4 %out)
  %place = getelementptr i32, ptr %record, i64 1
  store i32 7, ptr %place, align 4
  %value = call i32 @second(ptr %out, ptr byval(%record) align 4 %record)
  ret void
}
