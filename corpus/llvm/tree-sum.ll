; Each CTA sums its numbers by a recursive function over shared memory that the
; launch sizes.
; // tilefuzz.launch kernel=@sums grid=2,1,1 block=8 shared=32 seed=1
; // tilefuzz.buffer in : i32[16] = iota(1, 1)
; // tilefuzz.buffer out : i32[2] = fill(0)
; // tilefuzz.args &in &out
target triple = "nvptx64-nvidia-cuda"

@scratch = external addrspace(3) global [0 x i32], align 16

define internal i32 @sum(ptr %from, i32 %count) {
  %single = icmp eq i32 %count, 1
  br i1 %single, label %leaf, label %inner
leaf:
  %value = load i32, ptr %from
  ret i32 %value
inner:
  %half = lshr i32 %count, 1
  %left = call i32 @sum(ptr %from, i32 %half)
  %middle = getelementptr i32, ptr %from, i32 %half
  %rest = sub i32 %count, %half
  %right = call i32 @sum(ptr %middle, i32 %rest)
  %both = add i32 %left, %right
  ret i32 %both
}

define ptx_kernel void @sums(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %c, %n
  %at = add i32 %first, %t
  %p = getelementptr i32, ptr %in, i32 %at
  %x = load i32, ptr %p
  %s = getelementptr i32, ptr addrspace(3) @scratch, i32 %t
  store i32 %x, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %others = icmp ne i32 %t, 0
  br i1 %others, label %end, label %one
one:
  %all = addrspacecast ptr addrspace(3) @scratch to ptr
  %result = call i32 @sum(ptr %all, i32 %n)
  %q = getelementptr i32, ptr %out, i32 %c
  store i32 %result, ptr %q
  br label %end
end:
  ret void
}
