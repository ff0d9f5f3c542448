// RUN: tile-opt %s --split-input-file --verify-diagnostics --tileas-materialize-schedule

#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @lost(%n: i32, %one: i32) attributes {kernel_spec = #spec} {
    // expected-error @below {{cleanup pass invalidated ScheduleAnalysis; rerun constraint generation or remove the pass}}
    scf.for %i = %one to %n step %one : i32 {
      %a = arith.addi %i, %i {nv_tile.aws.stage = 0 : i32, nv_tile.aws.order = 0 : i32, nv_tileas.issue = 0 : i64} : i32
      %b = arith.addi %a, %i : i32
    } {nv_tileas.schedule = {scheduler = "cost", tick = 1 : i64, interval = 10 : i64, stages = 1 : i64, resource_bound = 1 : i64, recurrence_bound = 1 : i64}}
    nv_tileaa.return
  }
}

// -----

#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @contradicts(%n: i32, %one: i32) attributes {kernel_spec = #spec} {
    // expected-error @below {{failed to legalize schedule}}
    scf.for %i = %one to %n step %one : i32 {
      %a = arith.addi %i, %i {nv_tile.aws.stage = 1 : i32, nv_tile.aws.order = 0 : i32, nv_tileas.issue = 10 : i64} : i32
      %b = arith.addi %a, %i {nv_tile.aws.stage = 0 : i32, nv_tile.aws.order = 1 : i32, nv_tileas.issue = 0 : i64} : i32
    } {nv_tileas.schedule = {scheduler = "cost", tick = 1 : i64, interval = 10 : i64, stages = 2 : i64, resource_bound = 1 : i64, recurrence_bound = 1 : i64}}
    nv_tileaa.return
  }
}
