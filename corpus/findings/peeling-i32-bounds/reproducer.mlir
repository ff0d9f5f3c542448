// tilefuzz.call @f 0x5
func.func @f(%ub: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %0 = scf.for %i = %c0 to %ub step %c2 iter_args(%a = %c0) -> (i32) : i32 {
    scf.yield %i : i32
  }
  return %0 : i32
}
