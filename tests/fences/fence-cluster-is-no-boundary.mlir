// Arriving at the cluster hands over, too.
// target: sm_100a
gpu.module @kernels {
  llvm.func @k(%t: i32, %desc: i64, %phase: i32, %if: i1, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tmem = llvm.inttoptr %t : i32 to !llvm.ptr<6>
    nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    nvvm.cluster.arrive
    nvvm.cluster.wait
    nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    llvm.return
  }
}
