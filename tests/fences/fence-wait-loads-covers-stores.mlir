// The wait for loads says nothing of the store.
// target: sm_100a
gpu.module @kernels {
  llvm.mlir.global internal @barriers() {addr_space = 3 : i32} : !llvm.array<2 x i64>
  llvm.func @k(%t: i32, %desc: i64, %phase: i32, %if: i1, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tmem = llvm.inttoptr %t : i32 to !llvm.ptr<6>
    %bar = llvm.mlir.addressof @barriers : !llvm.ptr<3>
    nvvm.tcgen05.st %tmem, %phase {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
    nvvm.tcgen05.wait <load>
    %s0 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    llvm.return
  }
}
