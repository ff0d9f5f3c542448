; // tilefuzz.launch grid=1,1,1 seed=1
; // tilefuzz.buffer out : i32[128] = bits()
; // tilefuzz.buffer in : i32[32] = bits()
; // tilefuzz.args &out &in 4
; tilefuzz.kernel kernel0
source_filename = "reduced, then tidied by hand"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@mail = internal addrspace(3) global [8 x i32] undef, align 4

; Each thread writes 23130, then publishes that it did; thread 0's word is read
; by whoever finds it published.
define ptx_kernel void @kernel0(ptr %out, ptr %in, i32 %n) #0 {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %second = add i32 %thread, 4
  %flag = getelementptr i32, ptr addrspace(3) @mail, i32 %second
  store i32 0, ptr addrspace(3) %flag, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %word = getelementptr i32, ptr addrspace(3) @mail, i32 %thread
  store i32 23130, ptr addrspace(3) %word, align 4
  %old = atomicrmw xchg ptr addrspace(3) %flag, i32 1 syncscope("block") release, align 4
  %first = getelementptr i32, ptr addrspace(3) @mail, i32 4
  %said = load atomic i32, ptr addrspace(3) %first syncscope("block") acquire, align 4
  %isSaid = icmp eq i32 %said, 1
  br i1 %isSaid, label %look, label %after

look:                                             ; preds = %entry
  %found = load i32, ptr addrspace(3) @mail, align 4
  %isRight = icmp eq i32 %found, 23130
  %right = zext i1 %isRight to i32
  br label %after

after:                                            ; preds = %look, %entry
  %result = phi i32 [ 1, %entry ], [ %right, %look ]
  %place = getelementptr i32, ptr %out, i32 %thread
  store i32 %result, ptr %place, align 4
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

attributes #0 = { "nvvm.reqntid"="4" }
