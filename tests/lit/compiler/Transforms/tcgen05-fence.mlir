// RUN: tile-opt %s --split-input-file --verify-diagnostics --tileas-inject-tcgen05-fence=target=sm_100a | FileCheck %s

// A use of one iteration is released by the next; the wait at the top needs its
// fence for the use below, which an arrive does not hide.
// CHECK-LABEL: llvm.func @loop
// CHECK: scf.for
// CHECK-NEXT: mbarrier.try_wait.parity
// CHECK-NEXT: tcgen05.fence <after>
// CHECK-NEXT: tcgen05.fence <before>
// CHECK-NEXT: mbarrier.arrive
// CHECK-NEXT: tcgen05.cp
// CHECK-NEXT: {{^ *}$}}
// CHECK-NEXT: llvm.return
llvm.func @loop(%tmem: !llvm.ptr<6>, %desc: i64, %bar: !llvm.ptr<3>, %phase: i32, %n: i32) {
  scf.for %i = %phase to %n step %n : i32 {
    nvvm.mbarrier.try_wait.parity %bar, %phase, %n : !llvm.ptr<3>, i32, i32
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
  }
  llvm.return
}

// -----

// One arm has its fence, the other has not.
// CHECK-LABEL: llvm.func @arms
// CHECK: tcgen05.fence <before>
// CHECK-NEXT: {{^ *}}} else {
// CHECK-NEXT: tcgen05.cp
// CHECK-NEXT: {{^ *}$}}
// CHECK-NEXT: tcgen05.fence <before>
// CHECK-NEXT: nvvm.cluster.arrive
llvm.func @arms(%tmem: !llvm.ptr<6>, %desc: i64, %if: i1) {
  scf.if %if {
    nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    nvvm.tcgen05.fence <before>
  } else {
    nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
  }
  nvvm.cluster.arrive
  llvm.return
}

// -----

// A load that another path leaves pending; its result goes through a block
// argument. The other load was waited for.
// CHECK-LABEL: llvm.func @results
// CHECK: nvvm.tcgen05.wait <load>
// CHECK-NEXT: %[[B:.*]] = nvvm.tcgen05.ld
// CHECK-NEXT: llvm.store
// CHECK-NEXT: nvvm.tcgen05.wait <load>
// CHECK-NEXT: llvm.br ^bb1(%[[B]] : i32)
// CHECK: ^bb1
// CHECK-NEXT: llvm.store
llvm.func @results(%tmem: !llvm.ptr<6>, %out: !llvm.ptr<1>) {
  %a = nvvm.tcgen05.ld %tmem {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait <load>
  %b = nvvm.tcgen05.ld %tmem {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  llvm.store %a, %out : i32, !llvm.ptr<1>
  llvm.br ^end(%b : i32)
^end(%value: i32):
  llvm.store %value, %out : i32, !llvm.ptr<1>
  llvm.return
}

// -----

// What is called may have uses before and behind it; its caller sees one use.
// CHECK-LABEL: llvm.func @callee
// CHECK: tcgen05.fence <before>
// CHECK-NEXT: nvvm.barrier0
// CHECK-NEXT: tcgen05.fence <after>
// CHECK-LABEL: llvm.func @caller
// CHECK: tcgen05.cp
// CHECK-NEXT: llvm.call @callee
// CHECK-NEXT: tcgen05.fence <before>
// CHECK-NEXT: nvvm.barrier.arrive
llvm.func @callee() {
  nvvm.barrier0
  llvm.return
}
llvm.func @caller(%tmem: !llvm.ptr<6>, %desc: i64, %id: i32, %n: i32) {
  nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
  llvm.call @callee() : () -> ()
  nvvm.barrier.arrive id = %id number_of_threads = %n
  llvm.return
}

// -----

// Fences and uses that are written as PTX.
// CHECK-LABEL: llvm.func @text
// CHECK: tcgen05.cp
// CHECK-NEXT: tcgen05.fence::before_thread_sync
// CHECK-NEXT: nvvm.barrier0
// CHECK-NEXT: nvvm.tcgen05.fence <after>
// CHECK-NEXT: "tcgen05.shift
llvm.func @text(%tmem: !llvm.ptr<6>, %desc: i64) {
  nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
  llvm.inline_asm has_side_effects asm_dialect = att "tcgen05.fence::before_thread_sync;", "~{memory}" : () -> ()
  nvvm.barrier0
  llvm.inline_asm has_side_effects asm_dialect = att "tcgen05.shift.cta_group::1.down [$0];", "r,~{memory}" %desc : (i64) -> ()
  llvm.return
}

// -----

// dealloc frees what loads and stores still go to.
// CHECK-LABEL: llvm.func @free
// CHECK: nvvm.tcgen05.st
// CHECK-NEXT: nvvm.tcgen05.wait <store>
// CHECK-NEXT: nvvm.tcgen05.dealloc
llvm.func @free(%tmem: !llvm.ptr<6>, %v: i32) {
  nvvm.tcgen05.st %tmem, %v {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.dealloc %tmem, %v : !llvm.ptr<6>, i32
  llvm.return
}

// -----

// X2.
// CHECK-LABEL: llvm.func @no_use
// CHECK-NOT: tcgen05.fence
// CHECK: llvm.return
llvm.func @no_use(%bar: !llvm.ptr<3>) {
  nvvm.barrier0
  %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  llvm.return
}

// -----

llvm.func @several(%tmem: !llvm.ptr<6>, %desc: i64) {
  nvvm.tcgen05.cp %tmem, %desc {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
  // expected-error @+1 {{'llvm.inline_asm' holds several tcgen05 or synchronising instructions, between which no fence can be put}}
  llvm.inline_asm has_side_effects asm_dialect = att "tcgen05.wait::ld.sync.aligned; bar.sync 0;", "~{memory}" : () -> ()
  llvm.return
}
