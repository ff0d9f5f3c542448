; Eight bytes of a constant, to where they are aligned to eight.
; // tilefuzz.launch kernel=@kernel grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[2] = iota(1, 1)
; // tilefuzz.args &out
; tilefuzz.kernel kernel
target triple = "nvptx64-nvidia-cuda"
@bytes = internal addrspace(4) constant [8 x i8] c"\01\02\03\04\05\06\07\08", align 8
define ptx_kernel void @kernel(ptr %out) "nvvm.reqntid"="1" {
  call void @llvm.memcpy.p0.p4.i64(ptr align 8 %out, ptr addrspace(4) align 8 @bytes, i64 8, i1 false)
  ret void
}
