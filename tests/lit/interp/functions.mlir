// Functions without memory are executed on the calls in the comments.

// RUN: not tile-run %s | FileCheck %s
// RUN: sed '/tilefuzz/d' %s | not tile-run --inputs=40 - | FileCheck %s --check-prefix=MADE

// tilefuzz.call @f 0x7f 0x1
// tilefuzz.call @f 0x8 0x2
// tilefuzz.call @f 0x8 0x0
// CHECK: @f 0x7f 0x1: poison 0x7f
// CHECK-NEXT: @f 0x8 0x2: 0xa 0x4
// CHECK-NEXT: @f 0x8 0x0: undefined: division-by-zero (arith.divui)
// MADE-COUNT-40: {{^}}@f
func.func @f(%a: i8, %b: i8) -> (i8, i8) {
  %0 = arith.addi %a, %b overflow<nsw> : i8
  %1 = arith.divui %a, %b : i8
  return %0, %1 : i8, i8
}
