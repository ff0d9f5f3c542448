// tilefuzz.call @f 0x1
func.func @f(%x: index) -> index {
  %c1 = arith.constant 1 : index
  %low, %high = arith.mulsi_extended %x, %c1 : index
  return %high : index
}
