; A fill of 17 bytes, of which a copy takes 5: the other 11 of the copy are not
; what was filled. memcpyopt of LLVM 22.1.8 drops the copy all the same, because it
; compares the sizes and forgets the offset (llvm/llvm-project#206451 mends it).
; // tilefuzz.launch kernel=@kernel grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[8] = iota(1, 1)
; // tilefuzz.args &out
; tilefuzz.kernel kernel
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr %out) "nvvm.reqntid"="1" {
  call void @llvm.memset.p0.i64(ptr align 4 %out, i8 7, i64 17, i1 false)
  %from = getelementptr inbounds i8, ptr %out, i64 12
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %out, ptr align 4 %from, i64 16, i1 false)
  ret void
}
