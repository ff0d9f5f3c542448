// tilefuzz.call @f 0x3
func.func @f(%x: i32) -> i1 {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %0 = arith.andi %x, %c1 : i32
  %1 = arith.cmpi slt, %0, %c0 : i32
  %2 = arith.cmpi slt, %c0, %0 : i32
  %3 = arith.xori %1, %2 : i1
  %4 = arith.andi %3, %2 : i1
  return %4 : i1
}
