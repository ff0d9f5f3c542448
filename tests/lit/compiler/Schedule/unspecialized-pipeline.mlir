// RUN: tile-opt %s --split-input-file --tileas-unspecialized-pipeline=num-stages=3 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// One slot pipelines nothing.
// RUN: tile-opt %s --split-input-file > %t.as-is
// RUN: tile-opt %s --split-input-file --tileas-unspecialized-pipeline=num-stages=1 | diff %t.as-is -

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!view = !nv_tileas.tiled_view<tile = [128], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
!tok = !nv_tileaa.mem_token

// CHECK-LABEL: nv_tileaa.func @sum
// CHECK: %[[P:.*]] = nv_tileas.async.pipeline.create_pipeline : <tensor<128xf32, #{{.*}}>, depth = 3>
// CHECK: %[[FIRST:.*]] = nv_tileas.async.pipeline.create_iterator
// The number of iterations, then where the epilogue begins.
// CHECK: %[[LAST:.*]] = arith.divui
// CHECK: %[[COUNT:.*]] = arith.addi %[[LAST]]
// CHECK: %[[TRIPS:.*]] = arith.select %{{.*}}, %[[COUNT]]
// CHECK: %[[REST:.*]] = arith.subi %[[TRIPS]]
// CHECK: arith.select %{{.*}}, %[[REST]]
// CHECK: %[[MIDDLE:.*]] = arith.addi
// The prologue: two copies, if there are so many iterations.
// CHECK: %[[ONE:.*]] = arith.cmpi ugt, %[[TRIPS]]
// CHECK: scf.if %[[ONE]]
// CHECK:   producer_acquire %[[P]][%[[FIRST]]]
// CHECK:   producer_write
// CHECK:     nv_tileas.tiled_load
// CHECK:   producer_commit
// CHECK: inc_iter %[[FIRST]]
// CHECK: %[[TWO:.*]] = arith.cmpi ugt, %[[TRIPS]]
// CHECK: scf.if %[[TWO]]
// The steady state.
// CHECK: %[[STEADY:.*]]:3 = scf.for %{{.*}} to %[[MIDDLE]]
// CHECK:   producer_commit
// CHECK:   %[[READY:.*]], %{{.*}} = nv_tileas.async.pipeline.consumer_wait %[[P]]{{.*}} pending = 2
// CHECK:   %[[TILE:.*]] = nv_tileas.async.pipeline.consumer_read %[[P]], %[[READY]]
// CHECK:   consumer_release %[[P]], %[[READY]]
// CHECK:   arith.addf %{{.*}}, %[[TILE]]
// The epilogue.
// CHECK: scf.for %{{.*}} = %[[MIDDLE]]{{.*}} iter_args(%{{.*}} = %[[STEADY]]#0, %{{.*}} = %[[STEADY]]#1)
// CHECK-NOT: producer
// CHECK:   pending = 0
// CHECK-NOT: producer
// CHECK: nv_tileaa.return
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @sum(%view: !view, %zero: tensor<128xf32, #L>, %n: i32, %from: i32) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %one = arith.constant 1 : i32
    %token = nv_tileaa.create_mem_token : !tok
    %sum = scf.for %i = %from to %n step %one iter_args(%acc = %zero) -> (tensor<128xf32, #L>) : i32 {
      %at = arith.index_castui %i : i32 to index
      %x, %t = nv_tileas.tiled_load %view[%at] token %token : (!view, index, !tok) -> (tensor<128xf32, #L>, !tok)
      %next = arith.addf %acc, %x : tensor<128xf32, #L>
      scf.yield %next : tensor<128xf32, #L>
    }
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!view = !nv_tileas.tiled_view<tile = [128], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
!tok = !nv_tileaa.mem_token

// What is ordered after an earlier iteration, acquires, depends on carried
// values, or whose step is not known, stays.
// REMARK-COUNT-4: remark: Failed to pipeline loop
// CHECK-LABEL: nv_tileaa.func @not
// CHECK-NOT: pipeline
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @not(%view: !view, %n: i32, %from: i32) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %one = arith.constant 1 : i32
    %token = nv_tileaa.create_mem_token : !tok
    %0 = scf.for %i = %from to %n step %one iter_args(%before = %token) -> (!tok) : i32 {
      %at = arith.index_castui %i : i32 to index
      %x, %t = nv_tileas.tiled_load %view[%at] token %before : (!view, index, !tok) -> (tensor<128xf32, #L>, !tok)
      scf.yield %t : !tok
    }
    scf.for %i = %from to %n step %one : i32 {
      %at = arith.index_castui %i : i32 to index
      %x, %t = nv_tileas.tiled_load %view[%at] {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!view, index) -> (tensor<128xf32, #L>, !tok)
    }
    %1 = scf.for %i = %from to %n step %one iter_args(%j = %from) -> (i32) : i32 {
      %at = arith.index_castui %j : i32 to index
      %x, %t = nv_tileas.tiled_load %view[%at] : (!view, index) -> (tensor<128xf32, #L>, !tok)
      %k = arith.addi %j, %j : i32
      scf.yield %k : i32
    }
    scf.for %i = %from to %n step %n : i32 {
      %at = arith.index_castui %i : i32 to index
      %x, %t = nv_tileas.tiled_load %view[%at] : (!view, index) -> (tensor<128xf32, #L>, !tok)
    }
    nv_tileaa.return
  }
}
