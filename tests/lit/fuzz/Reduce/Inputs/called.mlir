// tilefuzz.call @f 0x3 0x4
// tilefuzz.call @f 0x5 0x6
func.func @f(%a: i32, %b: i32) -> i32 {
  %sum = arith.addi %a, %b : i32
  %product = arith.muli %sum, %b : i32
  return %product : i32
}
