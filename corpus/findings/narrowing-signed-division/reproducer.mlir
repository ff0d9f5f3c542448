// tilefuzz.call @f
func.func @f() -> i33 {
  %c0 = arith.constant 0 : i33
  %c4 = arith.constant 4 : i33
  %big = arith.constant 4294967295 : i33
  %0 = arith.ori %big, %c0 : i33
  %1 = arith.remsi %c4, %0 : i33
  return %1 : i33
}
