// RUN: tile-opt %s --split-input-file --tileas-prepare-for-scheduling | FileCheck %s
// Each step alone does its own work and no other.
// RUN: tile-opt %s --split-input-file --tileas-prepare-for-scheduling=steps=decompose-views | FileCheck %s --check-prefix=VIEWS
// RUN: tile-opt %s --split-input-file --tileas-prepare-for-scheduling=steps=refine-vector-sizes | FileCheck %s --check-prefix=SIZES
// RUN: tile-opt %s --split-input-file --tileas-prepare-for-scheduling=steps=mark-slices | FileCheck %s --check-prefix=MARKS
// RUN: tile-opt %s --split-input-file --tileas-prepare-for-scheduling=steps=canonicalize | FileCheck %s --check-prefix=LOOPS
// RUN: tile-opt %s --split-input-file --tileas-prepare-for-scheduling=steps=compact-memory | FileCheck %s --check-prefix=MEMORY
// RUN: tile-opt %s --split-input-file --tileas-prepare-for-scheduling=steps=refresh-boxes | FileCheck %s --check-prefix=BOXES
// One after the other is all at once.
// RUN: tile-opt %s --split-input-file --tileas-prepare-for-scheduling > %t.once
// RUN: tile-opt %s --split-input-file --tileas-prepare-for-scheduling=steps=decompose-views,refine-vector-sizes \
// RUN:   --tileas-prepare-for-scheduling=steps=mark-slices,canonicalize --tileas-prepare-for-scheduling=steps=compact-memory \
// RUN:   --tileas-prepare-for-scheduling=steps=refresh-boxes | diff %t.once -
// What was prepared is scheduled.
// RUN: tile-opt %t.once --split-input-file --tileas-generate-schedule > /dev/null

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!memref = !nv_tileaa.memref<?xf32, strides = [1], 1>
!view = !nv_tileas.tiled_view<tile = [512], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
!short = !nv_tileas.tiled_view<tile = [128], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
!tok = !nv_tileaa.mem_token
#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>

// A view of what another view cuts becomes a view of the memref.
// CHECK-LABEL: nv_tileaa.func @views
// CHECK-SAME: nv_tileas.prepared = "refresh-boxes"
// CHECK: %[[M:.*]] = nv_tileaa.make_memref
// CHECK-NEXT: %[[V:.*]] = nv_tileas.view %[[M]]
// CHECK-NEXT: nv_tileas.tiled_load %[[V]]
// VIEWS-LABEL: nv_tileaa.func @views
// VIEWS-SAME: nv_tileas.prepared = "decompose-views"
// VIEWS: %[[M:.*]] = nv_tileaa.make_memref
// VIEWS-NEXT: %[[V:.*]] = nv_tileas.view %[[M]] {{.*}}-> !nv_tileas.tiled_view<tile = [512]
// VIEWS-NEXT: nv_tileas.tiled_load %[[V]]
// SIZES-LABEL: nv_tileaa.func @views
// SIZES-COUNT-3: nv_tileas.view
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @views(%p: !nv_tileaa.ptr<f32, 1>, %n: i64, %at: index) attributes {kernel_spec = #spec} {
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    %a = nv_tileas.view %m : !memref -> !short
    %b = nv_tileas.view %a : !short -> !memref
    %c = nv_tileas.view %b : !memref -> !view
    %x, %t = nv_tileas.tiled_load %c[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!view = !nv_tileas.tiled_view<tile = [512], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
!fixed = !nv_tileas.tiled_view<tile = [512], memref = <1026xf32, strides = [1], 1>, dim_map = [0]>
!tok = !nv_tileaa.mem_token
#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>

// Four elements of a thread lie together; the assumption says that they begin at a multiple of 16 bytes.
// Without a promise that all are inside, the extent has to be a multiple, too.
// SIZES-LABEL: nv_tileaa.func @sizes
// SIZES: nv_tileas.tiled_load %{{.*}} {in_bounds, nv_tileas.vector_size = 4 : i64}
// SIZES: nv_tileas.tiled_load %{{[0-9]+}}[%{{.*}}] : (
// SIZES: nv_tileas.tiled_load %{{.*}} {nv_tileas.vector_size = 2 : i64}
// SIZES: nv_tileas.tiled_store %{{.*}} {in_bounds, nv_tileas.vector_size = 2 : i64}
// SIZES: nv_tileas.tiled_store %{{.*}} {in_bounds} :
// SIZES: nv_tileas.tiled_load %{{.*}} {in_bounds, mem_scope
// MEMORY-LABEL: nv_tileaa.func @sizes
// MEMORY-NOT: vector_size
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @sizes(%p: !nv_tileaa.ptr<f32, 1>, %n: i64, %at: index) attributes {kernel_spec = #spec} {
    %p16 = nv_tileaa.assume #nv_tileaa.div_by<16>, %p : !nv_tileaa.ptr<f32, 1>
    %p8 = nv_tileaa.assume #nv_tileaa.div_by<8>, %p : !nv_tileaa.ptr<f32, 1>
    %m16 = nv_tileaa.make_memref %p16, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    %f16 = nv_tileaa.make_memref %p16, sizes = [], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <1026xf32, strides = [1], 1>
    %m8 = nv_tileaa.make_memref %p8, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    %v16 = nv_tileas.view %m16 : !nv_tileaa.memref<?xf32, strides = [1], 1> -> !view
    %w16 = nv_tileas.view %f16 : !nv_tileaa.memref<1026xf32, strides = [1], 1> -> !fixed
    %v8 = nv_tileas.view %m8 : !nv_tileaa.memref<?xf32, strides = [1], 1> -> !view
    %v = nv_tileas.view %m : !nv_tileaa.memref<?xf32, strides = [1], 1> -> !view
    %x, %t = nv_tileas.tiled_load %v16[%at] {in_bounds} : (!view, index) -> (tensor<512xf32, #L>, !tok)
    %y, %u = nv_tileas.tiled_load %v16[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
    %z, %w = nv_tileas.tiled_load %w16[%at] : (!fixed, index) -> (tensor<512xf32, #L>, !tok)
    %s = nv_tileas.tiled_store %v8, %x[%at] {in_bounds} : (!view, tensor<512xf32, #L>, index) -> !tok
    %r = nv_tileas.tiled_store %v, %x[%at] {in_bounds} : (!view, tensor<512xf32, #L>, index) -> !tok
    %a, %b = nv_tileas.tiled_load %v16[%at] {in_bounds, mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!view, index) -> (tensor<512xf32, #L>, !tok)
    nv_tileaa.return
  }
}

// -----

#R = #nv_tileas.linear<reg = [1, 2, 4], lane = [8, 16, 32, 64, 128], warp = [256, 512]>
!view = !nv_tileas.tiled_view<tile = [1024], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
!tok = !nv_tileaa.mem_token

// From sm_100 on eight, which are 32 bytes.
// SIZES-LABEL: nv_tileaa.func @wide
// SIZES: nv_tileas.vector_size = 8
module attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @wide(%p: !nv_tileaa.ptr<f32, 1>, %n: i64, %at: index) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %p64 = nv_tileaa.assume #nv_tileaa.div_by<64>, %p : !nv_tileaa.ptr<f32, 1>
    %m = nv_tileaa.make_memref %p64, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    %v = nv_tileas.view %m : !nv_tileaa.memref<?xf32, strides = [1], 1> -> !view
    %x, %t = nv_tileas.tiled_load %v[%at] {in_bounds} : (!view, index) -> (tensor<1024xf32, #R>, !tok)
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>

// A loop takes the least of what its operations allow, and keeps what it has.
// MARKS-LABEL: nv_tileaa.func @marks
// MARKS: scf.for
// MARKS: scf.yield
// MARKS-NEXT: } {sliceCount = 2 : i32, tileas.enable_defusion_if_fusion_extending_liveness}
// MARKS: scf.yield
// MARKS-NEXT: } {sliceCount = 8 : i32}
// MARKS: scf.yield
// MARKS-NEXT: }{{$}}
// LOOPS-LABEL: nv_tileaa.func @marks
// LOOPS-NOT: sliceCount = 2
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @marks(%x: tensor<512xf32, #L>, %n: i32, %one: i32) attributes {kernel_spec = #spec} {
    %0 = scf.for %i = %one to %n step %one iter_args(%a = %x) -> (tensor<512xf32, #L>) : i32 {
      %b = arith.negf %a {tileas.max_num_slices_for_non_reduce_axis = 4 : i32} : tensor<512xf32, #L>
      %c = math.exp2 %b {tileas.max_num_slices_for_non_reduce_axis = 2 : i32, tileas.enable_defusion_if_fusion_extending_liveness} : tensor<512xf32, #L>
      scf.yield %c : tensor<512xf32, #L>
    }
    %1 = scf.for %i = %one to %n step %one iter_args(%a = %x) -> (tensor<512xf32, #L>) : i32 {
      %b = arith.negf %a {tileas.max_num_slices_for_non_reduce_axis = 4 : i32} : tensor<512xf32, #L>
      scf.yield %b : tensor<512xf32, #L>
    } {sliceCount = 8 : i32}
    %2 = scf.for %i = %one to %n step %one iter_args(%a = %x) -> (tensor<512xf32, #L>) : i32 {
      %b = arith.negf %a {tileas.max_num_slices_for_non_reduce_axis = 1 : i32} : tensor<512xf32, #L>
      scf.yield %b : tensor<512xf32, #L>
    }
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!view = !nv_tileas.tiled_view<tile = [512], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
!tok = !nv_tileaa.mem_token
#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>

// Three iterations, the token handed on; the wrapper and the decided branch are gone.
// LOOPS-LABEL: nv_tileaa.func @loops
// LOOPS: %[[T:.*]] = nv_tileaa.create_mem_token
// LOOPS: %[[I0:.*]] = arith.constant 4 : i32
// LOOPS: %[[A0:.*]] = arith.index_castui %[[I0]]
// LOOPS: %[[S0:.*]] = nv_tileas.tiled_store %{{.*}}[%[[A0]]] token %[[T]]
// LOOPS: %[[I1:.*]] = arith.constant 6 : i32
// LOOPS: %[[A1:.*]] = arith.index_castui %[[I1]]
// LOOPS: %[[S1:.*]] = nv_tileas.tiled_store %{{.*}}[%[[A1]]] token %[[S0]]
// LOOPS: %[[I2:.*]] = arith.constant 8 : i32
// LOOPS: %[[A2:.*]] = arith.index_castui %[[I2]]
// LOOPS: %[[S2:.*]] = nv_tileas.tiled_store %{{.*}}[%[[A2]]] token %[[S1]]
// LOOPS: nv_tileas.tiled_load %{{.*}} token %[[S2]]
// LOOPS-NOT: scf.
// LOOPS: return
// LOOPS-LABEL: nv_tileaa.func @stays
// LOOPS-COUNT-2: scf.for
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @loops(%view: !view, %x: tensor<512xf32, #L>, %at: index) attributes {kernel_spec = #spec} {
    %t = nv_tileaa.create_mem_token : !tok
    %c4 = arith.constant 4 : i32
    %c9 = arith.constant 9 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %last = scf.for %i = %c4 to %c9 step %c2 iter_args(%before = %t) -> (!tok) : i32 {
      %a = arith.index_castui %i : i32 to index
      %stored = scf.execute_region -> !tok {
        %s = nv_tileas.tiled_store %view, %x[%a] token %before : (!view, tensor<512xf32, #L>, index, !tok) -> !tok
        scf.yield %s : !tok
      }
      scf.yield %stored : !tok
    }
    %y = scf.if %true -> (tensor<512xf32, #L>) {
      %z, %u = nv_tileas.tiled_load %view[%at] token %last : (!view, index, !tok) -> (tensor<512xf32, #L>, !tok)
      scf.yield %z : tensor<512xf32, #L>
    } else {
      scf.yield %x : tensor<512xf32, #L>
    }
    nv_tileaa.return
  }
  // Five iterations, and a bound that only the run knows.
  nv_tileaa.func @stays(%n: i32) attributes {kernel_spec = #spec} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c5 = arith.constant 5 : i32
    scf.for %i = %c0 to %c5 step %c1 : i32 {
      %a = arith.addi %i, %i : i32
    }
    scf.for %i = %c0 to %n step %c1 : i32 {
      %a = arith.addi %i, %i : i32
    }
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!view = !nv_tileas.tiled_view<tile = [512], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
!tok = !nv_tileaa.mem_token
!ring = !nv_tileas.pipeline<tensor<512xf32, #L>, depth = 1>
!pair = !nv_tileas.pipeline<tensor<512xf32, #L>, depth = 2>
#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>

// The second ring is written when the first is empty for good. The third is made before a loop that uses it, so that what
// the loop makes lives beside it. Of the last the copy is pending.
// MEMORY-LABEL: nv_tileaa.func @memory
// MEMORY: create_pipeline {nv_tileas.offset = 0 : i64}
// MEMORY: create_pipeline {nv_tileas.offset = 0 : i64}
// MEMORY: create_pipeline {nv_tileas.offset = 0 : i64} : <tensor<512xf32, #{{.*}}>, depth = 2>
// MEMORY: scf.for
// MEMORY: create_pipeline {nv_tileas.offset = 4096 : i64}
// MEMORY: create_pipeline {nv_tileas.offset = 4096 : i64}
// MEMORY: create_pipeline {nv_tileas.offset = 0 : i64}
// MEMORY: create_pipeline {nv_tileas.offset = 2048 : i64}
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @memory(%view: !view, %n: i32, %one: i32, %at: index) attributes {kernel_spec = #spec} {
    %i = nv_tileas.async.pipeline.create_iterator : !nv_tileas.pipeline_iter<depth = 1>
    %p = nv_tileas.async.pipeline.create_pipeline : !ring
    %pa = nv_tileas.async.pipeline.producer_acquire %p[%i] : !ring, !nv_tileas.pipeline_iter<depth = 1>
    %pw = nv_tileas.async.pipeline.producer_write %p, %pa {
      %x, %t = nv_tileas.tiled_load %view[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
      nv_tileas.async.pipeline.yield %x, %t : tensor<512xf32, #L>, !tok
    } : !ring
    nv_tileas.async.pipeline.producer_commit %p, %pw : !ring
    %pc, %pt = nv_tileas.async.pipeline.consumer_wait %p[%i] pending = 0 : !ring, !nv_tileas.pipeline_iter<depth = 1>
    nv_tileas.async.pipeline.consumer_release %p, %pc : !ring
    %q = nv_tileas.async.pipeline.create_pipeline : !ring
    %qa = nv_tileas.async.pipeline.producer_acquire %q[%i] : !ring, !nv_tileas.pipeline_iter<depth = 1>
    %qw = nv_tileas.async.pipeline.producer_write %q, %qa {
      %x, %t = nv_tileas.tiled_load %view[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
      nv_tileas.async.pipeline.yield %x, %t : tensor<512xf32, #L>, !tok
    } : !ring
    nv_tileas.async.pipeline.producer_commit %q, %qw : !ring
    %qc, %qt = nv_tileas.async.pipeline.consumer_wait %q[%i] pending = 0 : !ring, !nv_tileas.pipeline_iter<depth = 1>
    nv_tileas.async.pipeline.consumer_release %q, %qc : !ring
    %first = nv_tileas.async.pipeline.create_iterator : !nv_tileas.pipeline_iter<depth = 2>
    %r = nv_tileas.async.pipeline.create_pipeline : !pair
    %l = scf.for %k = %one to %n step %one iter_args(%j = %first) -> (!nv_tileas.pipeline_iter<depth = 2>) : i32 {
      %ra = nv_tileas.async.pipeline.producer_acquire %r[%j] : !pair, !nv_tileas.pipeline_iter<depth = 2>
      %rw = nv_tileas.async.pipeline.producer_write %r, %ra {
        %x, %t = nv_tileas.tiled_load %view[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
        nv_tileas.async.pipeline.yield %x, %t : tensor<512xf32, #L>, !tok
      } : !pair
      nv_tileas.async.pipeline.producer_commit %r, %rw : !pair
      %rc, %rt = nv_tileas.async.pipeline.consumer_wait %r[%j] pending = 0 : !pair, !nv_tileas.pipeline_iter<depth = 2>
      nv_tileas.async.pipeline.consumer_release %r, %rc : !pair
      %s = nv_tileas.async.pipeline.create_pipeline : !ring
      %sa = nv_tileas.async.pipeline.producer_acquire %s[%i] : !ring, !nv_tileas.pipeline_iter<depth = 1>
      %sw = nv_tileas.async.pipeline.producer_write %s, %sa {
        %x, %t = nv_tileas.tiled_load %view[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
        nv_tileas.async.pipeline.yield %x, %t : tensor<512xf32, #L>, !tok
      } : !ring
      nv_tileas.async.pipeline.producer_commit %s, %sw : !ring
      %sc, %st = nv_tileas.async.pipeline.consumer_wait %s[%i] pending = 0 : !ring, !nv_tileas.pipeline_iter<depth = 1>
      nv_tileas.async.pipeline.consumer_release %s, %sc : !ring
      %u = nv_tileas.async.pipeline.create_pipeline : !ring
      %next = nv_tileas.async.pipeline.inc_iter %j : !nv_tileas.pipeline_iter<depth = 2>
      scf.yield %next : !nv_tileas.pipeline_iter<depth = 2>
    }
    %v = nv_tileas.async.pipeline.create_pipeline : !ring
    %va = nv_tileas.async.pipeline.producer_acquire %v[%i] : !ring, !nv_tileas.pipeline_iter<depth = 1>
    %vw = nv_tileas.async.pipeline.producer_write %v, %va {
      %x, %t = nv_tileas.tiled_load %view[%at] : (!view, index) -> (tensor<512xf32, #L>, !tok)
      nv_tileas.async.pipeline.yield %x, %t : tensor<512xf32, #L>, !tok
    } : !ring
    nv_tileas.async.pipeline.producer_commit %v, %vw : !ring
    %w = nv_tileas.async.pipeline.create_pipeline : !ring
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [1, 2, 4, 8], lane = [16, 32, 64, 128, 256], warp = [512, 1024]>
!view = !nv_tileas.tiled_view<tile = [64, 32], memref = <?x?x?xf16, strides = [?, ?, 1], 1>, dim_map = [1, 2]>
!tok = !nv_tileaa.mem_token

// By dimension of the memref.
// BOXES-LABEL: nv_tileaa.func @boxes
// BOXES: nv_tileas.box = array<i64: 1, 64, 32>
// BOXES-NOT: nv_tileas.box
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @boxes(%view: !view, %at: index) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %x, %t = nv_tileas.tiled_load %view[%at, %at] {nv_tileas.box = array<i64: 8, 8, 8>} : (!view, index, index) -> (tensor<64x32xf16, #L>, !tok)
    %y, %u = nv_tileas.tiled_load %view[%at, %at] : (!view, index, index) -> (tensor<64x32xf16, #L>, !tok)
    nv_tileaa.return
  }
}
