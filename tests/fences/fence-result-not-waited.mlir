// The result of a load is there behind its wait.
// target: sm_100a
gpu.module @kernels {
  llvm.func @k(%t: i32, %desc: i64, %phase: i32, %if: i1, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tmem = llvm.inttoptr %t : i32 to !llvm.ptr<6>
    %value = nvvm.tcgen05.ld %tmem {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
    llvm.store %value, %out : i32, !llvm.ptr<1>
    llvm.return
  }
}
