// Functions are called with frames of their own.
// RUN: split-file %s %t
// RUN: tile-run %t/calls.mlir | FileCheck %s
// RUN: tile-run %t/calls.mlir --schedule=random:2 | FileCheck %s
// CHECK: completed
// 7 squared; 5!; whether 9 is even, by functions that call each other.
// CHECK-NEXT: out : i32[6] = 49 120 0 11 120 6
// RUN: tile-run %t/calls.mlir --explore | FileCheck %s --check-prefix=EXPLORE
// EXPLORE: out : i32[6] = 49 120 0 11 120 6
// EXPLORE: 1 outcome,
// EXPLORE: complete
// RUN: tile-run %t/calls.mlir --explain | FileCheck %s --check-prefix=EXPLAIN
// EXPLAIN: called from 60:10, %arg{{[0-9]+}} = 7
//
// RUN: not tile-run %t/endless.mlir | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: unsupported: more than 256 calls within each other at nv_tileaa.call ({{.*}}endless.mlir:4:5)
// RUN: not tile-run %t/limit.mlir --step-limit=50 | FileCheck %s --check-prefix=LIMIT
// LIMIT: step-limit
// RUN: not tile-run %t/unknown.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unknown.mlir:6:5: error: the interpreter cannot execute 'llvm.fence'

//--- calls.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer out : i32[6] = fill(-1)
// tilefuzz.args &out
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token
gpu.module @m {
  nv_tileaa.func @square(%x: i32) -> i32 {
    %y = arith.muli %x, %x : i32
    nv_tileaa.return %y : i32
  }
  nv_tileaa.func @factorial(%n: i32) -> i32 {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %ends = arith.cmpi eq, %n, %zero : i32
    %r = scf.if %ends -> i32 {
      scf.yield %one : i32
    } else {
      %less = arith.subi %n, %one : i32
      %f = nv_tileaa.call @factorial(%less) : (i32) -> i32
      // The caller's own n, after the call.
      %p = arith.muli %f, %n : i32
      scf.yield %p : i32
    }
    nv_tileaa.return %r : i32
  }
  nv_tileaa.func @even(%n: i32) -> i32 {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %ends = arith.cmpi eq, %n, %zero : i32
    %r = scf.if %ends -> i32 {
      scf.yield %one : i32
    } else {
      %less = arith.subi %n, %one : i32
      %f = nv_tileaa.call @odd(%less) : (i32) -> i32
      scf.yield %f : i32
    }
    nv_tileaa.return %r : i32
  }
  nv_tileaa.func @odd(%n: i32) -> i32 {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %ends = arith.cmpi eq, %n, %zero : i32
    %r = scf.if %ends -> i32 {
      scf.yield %zero : i32
    } else {
      %less = arith.subi %n, %one : i32
      %f = nv_tileaa.call @even(%less) : (i32) -> i32
      scf.yield %f : i32
    }
    nv_tileaa.return %r : i32
  }
  // Tokens are arguments and results; nothing else orders its accesses.
  nv_tileaa.func @put(%p: !ptr, %i: i32, %x: i32, %t: !tok) -> !tok {
    %q = nv_tileaa.addptr %p, %i : !ptr, i32
    %s = nv_tileaa.store %q, %x token %t : (!ptr, i32, !tok) -> !tok
    nv_tileaa.return %s : !tok
  }
  nv_tileaa.func @k(%p: !ptr) attributes {cute.kernel} {
    %seven = arith.constant 7 : i32
    %a = nv_tileaa.call @square(%seven) : (i32) -> i32
    %five = arith.constant 5 : i32
    %b = nv_tileaa.call @factorial(%five) : (i32) -> i32
    %nine = arith.constant 9 : i32
    %c = nv_tileaa.call @even(%nine) : (i32) -> i32
    %i0 = arith.constant 0 : i32
    %i1 = arith.constant 1 : i32
    %i2 = arith.constant 2 : i32
    %i3 = arith.constant 3 : i32
    %i4 = arith.constant 4 : i32
    %eleven = arith.constant 11 : i32
    %t = nv_tileaa.create_mem_token : !tok
    %t0 = nv_tileaa.call @put(%p, %i0, %a, %t) : (!ptr, i32, i32, !tok) -> !tok
    %t1 = nv_tileaa.call @put(%p, %i1, %b, %t) : (!ptr, i32, i32, !tok) -> !tok
    %t2 = nv_tileaa.call @put(%p, %i2, %c, %t) : (!ptr, i32, i32, !tok) -> !tok
    // Twice to one place, in order.
    %t3 = nv_tileaa.call @put(%p, %i3, %five, %t) : (!ptr, i32, i32, !tok) -> !tok
    %t4 = nv_tileaa.call @put(%p, %i3, %eleven, %t3) : (!ptr, i32, i32, !tok) -> !tok
    %q = nv_tileaa.addptr %p, %i1 : !ptr, i32
    %v, %t5 = nv_tileaa.load %q token %t1 : (!ptr, !tok) -> (i32, !tok)
    %t6 = nv_tileaa.call @put(%p, %i4, %v, %t) : (!ptr, i32, i32, !tok) -> !tok
    %small = arith.constant 3 : i32
    %six = nv_tileaa.call @factorial(%small) : (i32) -> i32
    %t7 = nv_tileaa.call @put(%p, %five, %six, %t) : (!ptr, i32, i32, !tok) -> !tok
    nv_tileaa.return
  }
}
//--- endless.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @f() {
    nv_tileaa.call @f() : () -> ()
    nv_tileaa.return
  }
  nv_tileaa.func @k() attributes {cute.kernel} {
    nv_tileaa.call @f() : () -> ()
    nv_tileaa.return
  }
}
//--- limit.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @f() {
    nv_tileaa.call @f() : () -> ()
    nv_tileaa.return
  }
  nv_tileaa.func @k() attributes {cute.kernel} {
    nv_tileaa.call @f() : () -> ()
    nv_tileaa.return
  }
}
//--- unknown.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer out : i32[1] = fill(-1)
gpu.module @m {
  nv_tileaa.func @f() {
    // Nobody executes this.
    llvm.fence release
    nv_tileaa.return
  }
  nv_tileaa.func @k() attributes {cute.kernel} {
    nv_tileaa.call @f() : () -> ()
    nv_tileaa.return
  }
}
