// RUN: tile-opt %s --split-input-file --verify-diagnostics --tileas-generate-schedule=scheduler=best
// RUN: not tile-opt %s --split-input-file --tileas-generate-schedule=inject-bug=none 2>&1 | FileCheck %s --check-prefix=BUG
// BUG: unknown seeded bug of schedulers 'none'

// expected-warning @below {{unknown scheduler 'best'; the cost scheduler is taken}}
module {
  // expected-error @below {{failed to get compute capability}}
  nv_tileaa.func @no_capability(%n: i32, %one: i32) {
    scf.for %i = %one to %n step %one : i32 {
    }
    nv_tileaa.return
  }
}

// -----

// expected-warning @below {{unknown scheduler 'best'}}
module attributes {nv_tileaa.compute_capability = 89 : i32} {
  // expected-error @below {{failed to get compute capability}}
  // expected-note @below {{there is no machine model of sm_89; there are models of sm_80, sm_90, sm_100, sm_120}}
  nv_tileaa.func @no_model(%n: i32, %one: i32) {
    scf.for %i = %one to %n step %one : i32 {
    }
    nv_tileaa.return
  }
}

// -----

// Nothing to schedule needs no target.
// expected-warning @below {{unknown scheduler 'best'}}
module {
  nv_tileaa.func @no_loop() {
    nv_tileaa.return
  }
}

// -----

#A = #nv_tileas.linear<reg = [1, 256, 8, 16], lane = [2, 4, 32, 64, 128], warp = [512]>
// What the target lacks is an error.
// expected-warning @below {{unknown scheduler 'best'}}
module attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @lacks(%n: i32, %one: i32, %a: tensor<32x32xf8E4M3FN, #A>, %c: tensor<32x32xf32, #A>) {
    // expected-error @below {{failed to find a schedule}}
    %sum = scf.for %i = %one to %n step %one iter_args(%acc = %c) -> (tensor<32x32xf32, #A>) : i32 {
      // expected-error @below {{work 'mma8_float' needs what sm_80 lacks}}
      %d = "nv_tileas.dot"(%a, %a, %acc) <{atom = "mma_f32_e4m3", operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (tensor<32x32xf8E4M3FN, #A>, tensor<32x32xf8E4M3FN, #A>, tensor<32x32xf32, #A>) -> tensor<32x32xf32, #A>
      scf.yield %d : tensor<32x32xf32, #A>
    }
    nv_tileaa.return
  }
}

// -----

// expected-warning @below {{unknown scheduler 'best'}}
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @depth(%n: i32, %one: i32) {
    // expected-error @below {{failed to find a schedule}}
    scf.for %i = %one to %n step %one : i32 {
      // expected-error @below {{has a negative depth limit}}
      %x = arith.addi %i, %one {tileas.schedule.constraint.max_depth = -1 : i32} : i32
    }
    nv_tileaa.return
  }
}

// -----

// expected-warning @below {{unknown scheduler 'best'}}
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @groups(%n: i32, %one: i32) {
    // expected-error @below {{failed to find a schedule}}
    scf.for %i = %one to %n step %one : i32 {
      // expected-error @below {{has 'tileas.schedule.constraint.gid', which no scheduler obeys yet}}
      %x = arith.addi %i, %one {tileas.schedule.constraint.gid = 1 : i32} : i32
    }
    nv_tileaa.return
  }
}

// -----

// One operation of the loop asks for the serial scheduler.
// expected-warning @below {{unknown scheduler 'best'}}
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @forced(%n: i32, %one: i32) {
    scf.for %i = %one to %n step %one : i32 {
      %x = arith.addi %i, %one {tileas.schedule.constraint.force_serial_execution} : i32
    }
    nv_tileaa.return
  }
}
