; // tilefuzz.launch grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[4] = bits()
; // tilefuzz.args &out
; tilefuzz.kernel kernel
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr %out) "nvvm.reqntid"="1" {
entry:
  br label %body

body:
  %slot = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %slot)
  store i32 7, ptr %slot, align 4
  br label %end

end:
  %value = load i32, ptr %slot, align 4
  store i32 %value, ptr %out, align 4
  ret void
}
