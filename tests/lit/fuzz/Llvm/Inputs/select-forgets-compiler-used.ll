; A variable that only the compiler is to keep, beside two kernels.
; // tilefuzz.launch kernel=@first grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[1] = iota(1, 1)
; // tilefuzz.args &out
; tilefuzz.kernel first
; tilefuzz.kernel second
target triple = "nvptx64-nvidia-cuda"
@kept = internal addrspace(1) global i32 7
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @kept to ptr)], section "llvm.metadata"
define ptx_kernel void @first(ptr %out) "nvvm.reqntid"="1" {
  store i32 2, ptr %out, align 4
  ret void
}
define ptx_kernel void @second(ptr %out) "nvvm.reqntid"="1" {
  store i32 3, ptr %out, align 4
  ret void
}
