// tilefuzz.call @f 0x10000
func.func @f(%x: i32) -> i32 {
  %n = arith.constant -2 : i32
  %0 = math.ipowi %x, %n : i32
  return %0 : i32
}
