// tilefuzz.call @f
func.func @f() -> i8 {
  %min = arith.constant -128 : i8
  %c127 = arith.constant 127 : i8
  %0 = arith.ceildivsi %min, %c127 : i8
  return %0 : i8
}
