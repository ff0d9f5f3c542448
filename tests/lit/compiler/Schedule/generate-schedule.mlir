// RUN: tile-opt %s --split-input-file --verify-diagnostics --tileas-generate-schedule=scheduler=serial | FileCheck %s --check-prefixes=ALL,SERIAL
// RUN: tile-opt %s --split-input-file --tileas-generate-schedule 2>/dev/null | FileCheck %s --check-prefixes=ALL,COST
// Scheduling again changes nothing; a trace changes nothing.
// RUN: tile-opt %s --split-input-file --tileas-generate-schedule 2>/dev/null > %t.once
// RUN: tile-opt %t.once --split-input-file --tileas-generate-schedule 2>/dev/null | diff %t.once -
// RUN: tile-opt %s --split-input-file --tileas-generate-schedule=schedule-trace-file=%t.json 2>/dev/null | diff %t.once -
// RUN: %python -c "import json, sys; print(len(json.load(open(sys.argv[1]))['traceEvents']) > 5)" %t.json | FileCheck %s --check-prefix=TRACE
// TRACE: True
// A schedule depends on neither the table's length nor refinement where both suffice.
// RUN: tile-opt %s --split-input-file --tileas-generate-schedule="rrt-size-threshold=8192 max-constraint-iterations=3" 2>/dev/null | diff %t.once -

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!view = !nv_tileas.tiled_view<tile = [128], memref = <?xf32, strides = [1], 1>, dim_map = [0]>

// One operation after the other: the load takes 8 + 450 cycles, each addition 1 + 4.
// ALL-LABEL: nv_tileaa.func @sum
// ALL: nv_tileas.tiled_load
// SERIAL-SAME: nv_tile.aws.order = 1 : i32, nv_tile.aws.stage = 0 : i32, nv_tileas.issue = 0 : i64}
// COST-SAME: nv_tile.aws.order = {{[0-9]+}} : i32, nv_tile.aws.stage = 0 : i32, nv_tileas.copies = {{[0-9]+}} : i64, nv_tileas.issue = 0 : i64, nv_tileas.ring = {barrier = 0 : i64, bytes = 512 : i64, offset = 0 : i64}}
// ALL: arith.addf
// SERIAL-SAME: nv_tile.aws.order = 2 : i32, nv_tile.aws.stage = 0 : i32, nv_tileas.issue = 458 : i64}
// COST-SAME: nv_tileas.issue = 458 : i64}
// SERIAL: } {nv_tileas.schedule = {interval = 463 : i64, recurrence_bound = 5 : i64, resource_bound = 8 : i64, scheduler = "serial", stages = 1 : i64, tick = 1 : i64}}
// COST: } {nv_tileas.schedule = {interval = 8 : i64, recurrence_bound = 5 : i64, resource_bound = 8 : i64, scheduler = "cost", stages = 58 : i64, tick = 1 : i64}}
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @sum(%view: !view, %zero: tensor<128xf32, #L>, %n: i32, %one: i32, %from: i32) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %sum = scf.for %i = %from to %n step %one iter_args(%acc = %zero) -> (tensor<128xf32, #L>) : i32 {
      %at = arith.index_castui %i : i32 to index
      %x, %t = nv_tileas.tiled_load %view[%at] token %token : (!view, index, !nv_tileaa.mem_token) -> (tensor<128xf32, #L>, !nv_tileaa.mem_token)
      %next = arith.addf %acc, %x : tensor<128xf32, #L>
      scf.yield %next : tensor<128xf32, #L>
    }
    nv_tileaa.return
  }
}

// -----

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>

// A loop that holds a loop is left alone, the inner one is scheduled; an operation with regions is one operation.
// ALL-LABEL: nv_tileaa.func @nest
// ALL: scf.for
// ALL: scf.for
// ALL: scf.if
// ALL: } {nv_tile.aws.order = 1 : i32, nv_tile.aws.stage = 0 : i32, nv_tileas.issue = {{[0-9]+}} : i64}
// ALL: } {nv_tileas.schedule
// ALL-NOT: nv_tileas.schedule
// ALL: nv_tileaa.return
module attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @nest(%zero: tensor<128xf32, #L>, %n: i32, %one: i32, %cond: i1) {
    %sum = scf.for %i = %one to %n step %one iter_args(%outer = %zero) -> (tensor<128xf32, #L>) : i32 {
      %in = scf.for %j = %one to %i step %one iter_args(%acc = %outer) -> (tensor<128xf32, #L>) : i32 {
        %x = arith.mulf %acc, %zero : tensor<128xf32, #L>
        %y = scf.if %cond -> tensor<128xf32, #L> {
          %z = arith.addf %x, %zero : tensor<128xf32, #L>
          scf.yield %z : tensor<128xf32, #L>
        } else {
          scf.yield %x : tensor<128xf32, #L>
        }
        scf.yield %y : tensor<128xf32, #L>
      }
      scf.yield %in : tensor<128xf32, #L>
    }
    nv_tileaa.return
  }
}
