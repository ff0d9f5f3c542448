// tilefuzz.call @f 0x0
func.func @f(%ub: index) -> i32 {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %0 = scf.for %i = %i0 to %ub step %i1 iter_args(%a = %c0) -> (i32) {
    %1 = arith.addi %a, %c1 : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}
