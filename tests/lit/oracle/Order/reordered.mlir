// Another order of the text, with all tokens and operands the same, loses
// nothing: where all that both may do is known, that is the answer.
// RUN: tile-verify-order %corpus/regressions/atomic-max-reordered-source.mlir %corpus/regressions/atomic-max-reordered-target.mlir | FileCheck %s
// RUN: tile-verify-order %corpus/regressions/failing-cas-reordered-source.mlir %corpus/regressions/failing-cas-reordered-target.mlir | FileCheck %s
// RUN: tile-verify-order %corpus/regressions/reads-by-others-source.mlir %corpus/regressions/reads-by-others-target.mlir | FileCheck %s
// CHECK: strong accesses: kept{{$}}
// CHECK-NOT: gone
