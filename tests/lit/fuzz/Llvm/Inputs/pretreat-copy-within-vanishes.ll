; Four bytes of a buffer, to eight bytes behind them.
; // tilefuzz.launch kernel=@kernel grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[4] = iota(1, 1)
; // tilefuzz.args &out
; tilefuzz.kernel kernel
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr %out) "nvvm.reqntid"="1" {
  %to = getelementptr inbounds i8, ptr %out, i64 8
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %to, ptr align 4 %out, i64 4, i1 false)
  ret void
}
