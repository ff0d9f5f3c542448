// tilefuzz.call @f 0x0
func.func @f(%factor: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %c0) -> (i32) : i32 {
    %1 = arith.muli %i, %factor : i32
    %2 = arith.xori %1, %c1 : i32
    scf.yield %2 : i32
  }
  return %0 : i32
}
