// Hints are checked only on request: a warning each, or a rejection.
// QUIET-NOT: {{warning|error}}:
// RUN: tile-opt %s -o %t 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: tile-opt %s --Werr-hints -o %t 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: tile-opt %s --Wunsupported-hints -o %t 2>&1 | FileCheck %s
// RUN: not tile-opt %s --Wunsupported-hints --Werr-hints -o %t 2>&1 | FileCheck %s --check-prefix=REJECT

// CHECK-DAG: warning: 'cuda_tile.entry' optimization hint: unknown architecture 'sm_70'
// CHECK-DAG: warning: 'cuda_tile.entry' optimization hint: invalid value 2 : i64 of 'num_cta_in_cga' for 'sm_80'
// CHECK-DAG: warning: 'cuda_tile.entry' optimization hint: invalid value 33 : i64 of 'occupancy' for 'sm_90'
// CHECK-DAG: warning: 'cuda_tile.entry' optimization hint: 'latency' does not apply to this operation
// CHECK-DAG: warning: 'cuda_tile.entry' optimization hint: unknown hint 'speed'
// REJECT: error: 'cuda_tile.entry' op has unsupported optimization hints
cuda_tile.module @m {
  entry @good() -> () optimization_hints=<default = {occupancy = 32}, sm_90 = {num_cta_in_cga = 16}> { return }
  entry @bad() optimization_hints=<sm_70 = {occupancy = 1}, sm_80 = {num_cta_in_cga = 2}, sm_90 = {latency = 3, num_cta_in_cga = 2, occupancy = 33, speed = 1}> { return }
}
