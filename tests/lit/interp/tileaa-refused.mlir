// What no run executes is refused by name, where a run reaches it.
// RUN: split-file %s %t
// RUN: not tile-run %t/plugin.mlir | FileCheck %s --check-prefix=PLUGIN
// PLUGIN: unsupported: the code of a plugin is no part of the program: "softmax" at nv_tileaa.plugin ({{.*}}plugin.mlir:4:5)
// RUN: not tile-run %t/inject.mlir | FileCheck %s --check-prefix=INJECT
// INJECT: unsupported: nothing says in which language a fragment is: "bar.sync 0;" at nv_tileaa.inject_ir
// RUN: not tile-run %t/launch.mlir | FileCheck %s --check-prefix=LAUNCH
// LAUNCH: unsupported: a kernel is launched by the host: @other at nv_tileaa.launch_func
// RUN: not tile-run %t/libdevice.mlir | FileCheck %s --check-prefix=LIBDEVICE
// LIBDEVICE: unsupported: '__nv_erff' of 'libdevice', whose meaning for these types is not known at nv_tileaa.extern_elementwise
// RUN: not tile-run %t/library.mlir | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: unsupported: '__nv_fabsf' of 'mine', whose meaning
// RUN: not tile-run %t/double.mlir | FileCheck %s --check-prefix=DOUBLE
// DOUBLE: unsupported: '__nv_fabs' of 'libdevice', whose meaning for these types
//
// An instruction without a rounding may be contracted; constraints must agree.
// RUN: not tile-run %t/rounding.mlir | FileCheck %s --check-prefix=ROUNDING
// ROUNDING: unsupported: PTX 'add.f32 $0, $1, $1;', whose meaning for these types is not known at nv_tileaa.elementwise_inline_asm
// RUN: not tile-run %t/constraint.mlir | FileCheck %s --check-prefix=CONSTRAINT
// CONSTRAINT: unsupported: PTX 'add.rn.f32 $0, $1, $2;', whose meaning
// RUN: not tile-run %t/order.mlir | FileCheck %s --check-prefix=ORDER
// ORDER: unsupported: PTX 'sub.rn.f32 $0, $2, $1;', whose meaning
// RUN: not tile-run %t/intrinsic.mlir | FileCheck %s --check-prefix=INTRINSIC
// INTRINSIC: unsupported: intrinsic 'llvm.exp', whose meaning for these types is not known at nv_tileaa.call_elementwise_intrinsic
//
// RUN: not tile-run %t/taps.mlir | FileCheck %s --check-prefix=TAPS
// TAPS: unsupported: a filter of more than one tap, or with strides or padding at nv_tileaa.conv_tile
//
// Code that is not reached stops nothing.
// RUN: tile-run %t/unreached.mlir | FileCheck %s --check-prefix=UNREACHED
// UNREACHED: completed

//--- plugin.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    nv_tileaa.plugin "softmax"() : () -> ()
    nv_tileaa.return
  }
}
//--- inject.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    nv_tileaa.inject_ir "bar.sync 0;"() : () -> ()
    nv_tileaa.return
  }
}
//--- launch.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %c = arith.constant 1 : i32
    nv_tileaa.launch_func @other grid(%c, %c, %c) args() : i32, i32, i32
    nv_tileaa.return
  }
}
//--- libdevice.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %x = arith.constant 1.0 : f32
    %y = nv_tileaa.extern_elementwise "libdevice", "__nv_erff"(%x) {pure} : (f32) -> f32
    nv_tileaa.return
  }
}
//--- library.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %x = arith.constant 1.0 : f32
    %y = nv_tileaa.extern_elementwise "mine", "__nv_fabsf"(%x) {pure} : (f32) -> f32
    nv_tileaa.return
  }
}
//--- double.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %x = arith.constant 1.0 : f32
    %y = nv_tileaa.extern_elementwise "libdevice", "__nv_fabs"(%x) {pure} : (f32) -> f32
    nv_tileaa.return
  }
}
//--- rounding.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %x = arith.constant 1.0 : f32
    %y = nv_tileaa.elementwise_inline_asm "add.f32 $0, $1, $1;", "=f,f"(%x) {pure} : (f32) -> f32
    nv_tileaa.return
  }
}
//--- constraint.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %x = arith.constant 1.0 : f32
    %y = nv_tileaa.elementwise_inline_asm "add.rn.f32 $0, $1, $2;", "=r,r,r"(%x, %x) {pure} : (f32, f32) -> f32
    nv_tileaa.return
  }
}
//--- order.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %x = arith.constant 1.0 : f32
    %y = nv_tileaa.elementwise_inline_asm "sub.rn.f32 $0, $2, $1;", "=f,f,f"(%x, %x) {pure} : (f32, f32) -> f32
    nv_tileaa.return
  }
}
//--- intrinsic.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %x = arith.constant 1.0 : f32
    %y = nv_tileaa.call_elementwise_intrinsic "llvm.exp"(%x) {pure} : (f32) -> f32
    nv_tileaa.return
  }
}
//--- taps.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer x : f16[64] = fill(0)
// tilefuzz.args &x
!mem = !nv_tileaa.memref<8x8xf16, strides = [8, 1], 1>
!view = !nv_tileaa.tiled_view<8x8xf16, memref = !mem, dim_map = [0, 1], padding = zero>
gpu.module @m {
  nv_tileaa.func @k(%p: !nv_tileaa.ptr<f16, 1>) attributes {cute.kernel} {
    %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<f16, 1> -> !mem
    %v = nv_tileaa.conv_tile %m {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [array<i64: 0>, array<i64: 1>], params = #nv_tileaa.conv_params<filter = [3], stride = [1], pad = [1], dilation = [1]>, tileSizes = array<i64: 8, 8>} : !mem -> !view
    nv_tileaa.return
  }
}
//--- unreached.mlir
// tilefuzz.launch kernel=@k grid=1 seed=1
gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel} {
    %false = arith.constant false
    scf.if %false {
      nv_tileaa.plugin "softmax"() : () -> ()
    }
    nv_tileaa.return
  }
}
