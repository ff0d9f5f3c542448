// tilefuzz.call @f 0x8
func.func @f(%amount: i8) -> i1 {
  %c1 = arith.constant 1 : i8
  %c0 = arith.constant 0 : i8
  %0 = arith.shrui %c1, %amount : i8
  %1 = math.ctlz %0 : i8
  %2 = arith.cmpi eq, %amount, %c0 : i8
  %3 = arith.cmpi eq, %1, %c1 : i8
  %4 = arith.select %2, %3, %2 : i1
  return %4 : i1
}
