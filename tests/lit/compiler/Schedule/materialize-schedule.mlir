// RUN: tile-opt %s --split-input-file --tileas-materialize-schedule 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// REMARK: remark: Failed to pipeline loop: its step is no positive constant
// REMARK: remark: Failed to pipeline loop: a value only goes round among those that it carries

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!tile = tensor<128xf32, #L>
#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>

// Stage 0 computes with the index, stage 2 uses what is two steps old and what the iteration before left.
// CHECK-LABEL: nv_tileaa.func @three
// CHECK-SAME: %[[INIT:[a-z0-9]+]]: tensor<128xf32, #{{.*}}>, %[[N:[a-z0-9]+]]: i32, %[[FROM:[a-z0-9]+]]: i32
// CHECK: %[[TRIPS:.*]] = arith.select
// CHECK: %[[LEAST:.*]] = arith.constant 3 : i32
// CHECK: %[[LONG:.*]] = arith.cmpi uge, %[[TRIPS]], %[[LEAST]]
// CHECK: scf.if %[[LONG]]
// The prologue: iterations 0 and 1.
// CHECK: %[[I0:.*]] = arith.addi %[[FROM]], %{{.*}} : i32
// CHECK: %[[A0:.*]] = arith.addi %[[I0]], %[[I0]]
// CHECK: %[[I1:.*]] = arith.addi %[[FROM]], %{{.*}} : i32
// CHECK: %[[A1:.*]] = arith.addi %[[I1]], %[[I1]]
// The steady state, two of the old and the sum.
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[OLD1:.*]] = %[[A1]], %[[OLD2:.*]] = %[[A0]], %[[SUM:.*]] = %[[INIT]])
// CHECK: %[[A:.*]] = arith.addi %[[I]], %[[I]]
// CHECK: %[[AT:.*]] = arith.addi %[[I]], %{{.*}} : i32
// CHECK: arith.muli %[[OLD2]], %[[AT]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]]
// CHECK: scf.yield %[[A]], %[[OLD1]], %[[NEXT]]
// The epilogue: what is in stage 2, twice.
// CHECK: arith.muli
// CHECK: arith.addf
// CHECK: arith.muli
// CHECK: %[[LAST:.*]] = arith.addf
// CHECK: scf.yield %[[LAST]]
// CHECK: } else {
// CHECK: scf.for %{{.*}} = %[[FROM]] to %[[N]]
// CHECK-NOT: nv_tile.aws
// CHECK: nv_tileaa.return
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @three(%init: !tile, %n: i32, %from: i32) attributes {kernel_spec = #spec} {
    %one = arith.constant 1 : i32
    %r = scf.for %i = %from to %n step %one iter_args(%sum = %init) -> (!tile) : i32 {
      %a = arith.addi %i, %i {nv_tile.aws.stage = 0 : i32, nv_tile.aws.order = 0 : i32, nv_tileas.issue = 0 : i64} : i32
      %use = arith.muli %a, %i {nv_tile.aws.stage = 2 : i32, nv_tile.aws.order = 1 : i32, nv_tileas.issue = 21 : i64} : i32
      %next = arith.addf %sum, %init {nv_tile.aws.stage = 2 : i32, nv_tile.aws.order = 2 : i32, nv_tileas.issue = 22 : i64} : !tile
      scf.yield %next : !tile
    } {nv_tileas.schedule = {scheduler = "cost", tick = 1 : i64, interval = 10 : i64, stages = 3 : i64, resource_bound = 1 : i64, recurrence_bound = 1 : i64}}
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!tile = tensor<128xf32, #L>
#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>

// One stage: the order changes.
// CHECK-LABEL: nv_tileaa.func @one
// CHECK: scf.for
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.negf
// CHECK-NEXT: scf.yield
// What cannot be taken stays.
// CHECK-LABEL: nv_tileaa.func @unknown_step
// CHECK: scf.for
// CHECK-NOT: nv_tile.aws
// CHECK-NOT: nv_tileas.schedule
// CHECK: return
// CHECK-LABEL: nv_tileaa.func @rotation
// CHECK-NOT: scf.if
// CHECK: return
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @one(%init: !tile, %n: i32, %one: i32) attributes {kernel_spec = #spec} {
    %r:2 = scf.for %i = %one to %n step %one iter_args(%a = %init, %b = %init) -> (!tile, !tile) : i32 {
      %x = arith.negf %a {nv_tile.aws.stage = 0 : i32, nv_tile.aws.order = 1 : i32, nv_tileas.issue = 4 : i64} : !tile
      %y = arith.mulf %b, %b {nv_tile.aws.stage = 0 : i32, nv_tile.aws.order = 0 : i32, nv_tileas.issue = 0 : i64} : !tile
      scf.yield %x, %y : !tile, !tile
    } {nv_tileas.schedule = {scheduler = "cost", tick = 1 : i64, interval = 10 : i64, stages = 1 : i64, resource_bound = 1 : i64, recurrence_bound = 1 : i64}}
    nv_tileaa.return
  }
  nv_tileaa.func @unknown_step(%init: !tile, %n: i32, %one: i32) attributes {kernel_spec = #spec} {
    scf.for %i = %one to %n step %one : i32 {
      %x = arith.negf %init {nv_tile.aws.stage = 0 : i32, nv_tile.aws.order = 0 : i32, nv_tileas.issue = 4 : i64} : !tile
      %y = arith.negf %x {nv_tile.aws.stage = 1 : i32, nv_tile.aws.order = 1 : i32, nv_tileas.issue = 14 : i64} : !tile
    } {nv_tileas.schedule = {scheduler = "cost", tick = 1 : i64, interval = 10 : i64, stages = 2 : i64, resource_bound = 1 : i64, recurrence_bound = 1 : i64}}
    nv_tileaa.return
  }
  nv_tileaa.func @rotation(%init: !tile, %other: !tile, %n: i32) attributes {kernel_spec = #spec} {
    %one = arith.constant 1 : i32
    %r:2 = scf.for %i = %one to %n step %one iter_args(%a = %init, %b = %other) -> (!tile, !tile) : i32 {
      %x = arith.negf %a {nv_tile.aws.stage = 0 : i32, nv_tile.aws.order = 0 : i32, nv_tileas.issue = 4 : i64} : !tile
      %y = arith.negf %x {nv_tile.aws.stage = 1 : i32, nv_tile.aws.order = 1 : i32, nv_tileas.issue = 14 : i64} : !tile
      scf.yield %b, %a : !tile, !tile
    } {nv_tileas.schedule = {scheduler = "cost", tick = 1 : i64, interval = 10 : i64, stages = 2 : i64, resource_bound = 1 : i64, recurrence_bound = 1 : i64}}
    nv_tileaa.return
  }
}
