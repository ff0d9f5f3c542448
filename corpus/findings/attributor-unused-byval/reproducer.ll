; // tilefuzz.launch grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[8] = bits()
; // tilefuzz.args &out
; tilefuzz.kernel kernel
target triple = "nvptx64-nvidia-cuda"
%record = type { i32, [3 x i32] }
define i32 @helper(ptr byval(%record) align 4 %unused, i32 %value) {
  %sum = add i32 %value, 1
  ret i32 %sum
}
define ptx_kernel void @kernel(ptr %out) "nvvm.reqntid"="1" {
  %generic = getelementptr i32, ptr %out, i64 4
  %value = call i32 @helper(ptr byval(%record) align 4 %generic, i32 6)
  store i32 %value, ptr %out, align 4
  ret void
}
