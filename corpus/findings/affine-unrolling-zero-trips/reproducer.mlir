// tilefuzz.call @f 0x5 0x0
func.func @f(%lb: index, %ub: index) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = affine.for %i = %lb to %ub iter_args(%a = %c0) -> (i32) {
    %1 = arith.addi %a, %c1 : i32
    affine.yield %1 : i32
  }
  return %0 : i32
}
