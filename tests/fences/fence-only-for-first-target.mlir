// sm_103a has tensor memory.
// target: sm_103a
gpu.module @kernels {
  llvm.mlir.global internal @barriers() {addr_space = 3 : i32} : !llvm.array<2 x i64>
  llvm.func @k(%t: i32, %desc: i64, %phase: i32, %if: i1, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tmem = llvm.inttoptr %t : i32 to !llvm.ptr<6>
    %bar = llvm.mlir.addressof @barriers : !llvm.ptr<3>
    nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    %s0 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    llvm.return
  }
}
