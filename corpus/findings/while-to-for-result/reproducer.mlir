// tilefuzz.call @f
func.func @f() -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    %1 = arith.cmpi slt, %i, %c5 : i32
    scf.condition(%1) %i : i32
  } do {
  ^bb0(%i: i32):
    %1 = arith.addi %i, %c1 : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}
