// The five cases that the tests of seed 004 have, on operations of nvvm.
gpu.module @kernels {
  llvm.mlir.global internal @barriers() {addr_space = 3 : i32} : !llvm.array<2 x i64>
  llvm.mlir.global internal @address() {addr_space = 3 : i32} : i32

  // R1: a barrier between uses.
  llvm.func @sync(%t: i32, %desc: i64) attributes {nvvm.kernel} {
    %tmem = llvm.inttoptr %t : i32 to !llvm.ptr<6>
    nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    nvvm.barrier0
    nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    llvm.return
  }

  // R2: a use behind a wait on an mbarrier.
  llvm.func @wait_use(%t: i32, %desc: i64, %phase: i32) attributes {nvvm.kernel} {
    %tmem = llvm.inttoptr %t : i32 to !llvm.ptr<6>
    %bar = llvm.mlir.addressof @barriers : !llvm.ptr<3>
    %ticks = llvm.mlir.constant(1000 : i32) : i32
    nvvm.mbarrier.try_wait.parity %bar, %phase, %ticks : !llvm.ptr<3>, i32, i32
    nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    llvm.return
  }

  // R3: a use ahead of an arrive.
  llvm.func @use_arrive(%t: i32, %desc: i64) attributes {nvvm.kernel} {
    %tmem = llvm.inttoptr %t : i32 to !llvm.ptr<6>
    %bar = llvm.mlir.addressof @barriers : !llvm.ptr<3>
    nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    llvm.return
  }

  // X1: nothing for a commit behind a wait, and nothing for an arrive behind it.
  llvm.func @commit(%t: i32, %desc: i64, %phase: i32) attributes {nvvm.kernel} {
    %tmem = llvm.inttoptr %t : i32 to !llvm.ptr<6>
    %bar = llvm.mlir.addressof @barriers : !llvm.ptr<3>
    %ticks = llvm.mlir.constant(1000 : i32) : i32
    nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    nvvm.tcgen05.commit %bar : !llvm.ptr<3>
    nvvm.mbarrier.try_wait.parity %bar, %phase, %ticks : !llvm.ptr<3>, i32, i32
    nvvm.tcgen05.commit %bar : !llvm.ptr<3>
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    llvm.return
  }

  // Loads and stores, and what they are read for.
  llvm.func @ld_st(%t: i32, %phase: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %tmem = llvm.inttoptr %t : i32 to !llvm.ptr<6>
    %bar = llvm.mlir.addressof @barriers : !llvm.ptr<3>
    %ticks = llvm.mlir.constant(1000 : i32) : i32
    nvvm.mbarrier.try_wait.parity %bar, %phase, %ticks : !llvm.ptr<3>, i32, i32
    %value = nvvm.tcgen05.ld %tmem {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
    llvm.store %value, %out : i32, !llvm.ptr<1>
    nvvm.tcgen05.st %tmem, %phase {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    llvm.return
  }
}
