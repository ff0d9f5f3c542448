// Pipelines of asynchronous copies: what goes through them, and what breaks the
// protocol, even where the bytes agree.
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer x : i32[256] = fill(3)
// tilefuzz.buffer y : i32[128] = fill(0)
// tilefuzz.args &x &y
//
// RUN: tile-run %s | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --at=emit-ptx | FileCheck %s --check-prefix=RIGHT
// RIGHT: completed
// RIGHT: y : i32[128] = 6 6 6 6
// It is printed as it is read.
// RUN: tile-opt %s > %t.once && tile-opt %t.once | diff %t.once -
// RUN: tile-opt %s --mlir-print-op-generic | tile-opt - | diff %t.once -
//
// RUN: sed -e 's,^\(.*\) // C0$,\1\n\1,' %s > %t.mlir && not tile-run %t.mlir | FileCheck %s --check-prefix=TWICE
// TWICE: undefined-behaviour: slot-commit
// RUN: sed -e '/ C0$/d' %s > %t.mlir && not tile-run %t.mlir | FileCheck %s --check-prefix=NEVER
// NEVER: undefined-behaviour: slot-never-full
// RUN: sed -e 's/pending = 1/pending = 2/' %s > %t.mlir && not tile-run %t.mlir | FileCheck %s --check-prefix=PENDING
// PENDING: undefined-behaviour: copy-still-pending
// RUN: sed -e '/ F1$/d' %s > %t.mlir && not tile-run %t.mlir | FileCheck %s --check-prefix=LEFT
// LEFT: undefined-behaviour: slot-left
// RUN: sed -e 's,^\(.*\) // F0$,\1\n\1,' %s > %t.mlir && not tile-run %t.mlir | FileCheck %s --check-prefix=RELEASE
// RELEASE: undefined-behaviour: slot-release
// RUN: sed -e '/ R0$/{h;d}' -e '/ F0$/G' %s > %t.mlir && not tile-run %t.mlir | FileCheck %s --check-prefix=EARLY
// EARLY: undefined-behaviour: slot-read-early
// RUN: sed -e '/ A1$/s/%%i1/%%i0/' %s > %t.mlir && not tile-run %t.mlir | FileCheck %s --check-prefix=OVER
// OVER: undefined-behaviour: slot-overwritten
// RUN: sed -e '/ W0$/s/%%i0/%%i2/' %s > %t.mlir && not tile-run %t.mlir | FileCheck %s --check-prefix=PARITY
// PARITY: undefined-behaviour: slot-parity
// Rings must fit.
// RUN: sed -e 's/depth = 2/depth = 97/' %s > %t.mlir && not tile-opt %t.mlir --convert-tileas-to-nvvm 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: error: 'nv_tileas.async.pipeline.create_pipeline' brings the rings of a kernel to 49664 bytes of shared memory; at most 49152 are available

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!tile = tensor<128xi32, #L>
!pipe = !nv_tileas.pipeline<tensor<128xi32, #L>, depth = 2>
!iter = !nv_tileas.pipeline_iter<depth = 2>
!view = !nv_tileas.tiled_view<tile = [128], memref = <256xi32, strides = [1], 1>, dim_map = [0]>
!out = !nv_tileas.tiled_view<tile = [128], memref = <128xi32, strides = [1], 1>, dim_map = [0]>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%x: !nv_tileaa.ptr<i32, 1>, %y: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %mx = nv_tileaa.make_memref %x, sizes = [], strides = [] {alias_scope = 0 : i32} : <i32, 1> -> <256xi32, strides = [1], 1>
      %my = nv_tileaa.make_memref %y, sizes = [], strides = [] {alias_scope = 0 : i32} : <i32, 1> -> <128xi32, strides = [1], 1>
      %vx = nv_tileas.view %mx : !nv_tileaa.memref<256xi32, strides = [1], 1> -> !view
      %vy = nv_tileas.view %my : !nv_tileaa.memref<128xi32, strides = [1], 1> -> !out
      %p = nv_tileas.async.pipeline.create_pipeline : !pipe
      %i0 = nv_tileas.async.pipeline.create_iterator : !iter
      %i1 = nv_tileas.async.pipeline.inc_iter %i0 : !iter
      %i2 = nv_tileas.async.pipeline.inc_iter %i1 : !iter
      %a0 = nv_tileas.async.pipeline.producer_acquire %p[%i0] : !pipe, !iter
      %w0 = nv_tileas.async.pipeline.producer_write %p, %a0 {
        %t, %k = nv_tileas.tiled_load %vx[%0] : (!view, index) -> (!tile, !nv_tileaa.mem_token)
        nv_tileas.async.pipeline.yield %t, %k : !tile, !nv_tileaa.mem_token
      } : !pipe
      nv_tileas.async.pipeline.producer_commit %p, %w0 : !pipe // C0
      %a1 = nv_tileas.async.pipeline.producer_acquire %p[%i1] : !pipe, !iter // A1
      %w1 = nv_tileas.async.pipeline.producer_write %p, %a1 {
        %t, %k = nv_tileas.tiled_load %vx[%1] : (!view, index) -> (!tile, !nv_tileaa.mem_token)
        nv_tileas.async.pipeline.yield %t, %k : !tile, !nv_tileaa.mem_token
      } : !pipe
      nv_tileas.async.pipeline.producer_commit %p, %w1 : !pipe
      %c0, %k0 = nv_tileas.async.pipeline.consumer_wait %p[%i0] pending = 1 : !pipe, !iter // W0
      %x0 = nv_tileas.async.pipeline.consumer_read %p, %c0 : !pipe -> !tile // R0
      nv_tileas.async.pipeline.consumer_release %p, %c0 : !pipe // F0
      %c1, %k1 = nv_tileas.async.pipeline.consumer_wait %p[%i1] pending = 0 : !pipe, !iter
      %x1 = nv_tileas.async.pipeline.consumer_read %p, %c1 : !pipe -> !tile
      nv_tileas.async.pipeline.consumer_release %p, %c1 : !pipe // F1
      %sum = arith.addi %x0, %x1 : !tile
      %k2 = nv_tileas.tiled_store %vy, %sum[%0] : (!out, !tile, index) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
