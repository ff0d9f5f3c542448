// tilefuzz.call @f 0x1c
func.func @f(%x: i32) -> i32 {
  %c31 = arith.constant 31 : i32
  %c1 = arith.constant 1 : i32
  %amount = arith.andi %x, %c31 : i32
  %0 = arith.shrui %c1, %amount : i32
  return %0 : i32
}
