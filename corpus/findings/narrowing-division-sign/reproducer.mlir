// tilefuzz.call @f 0xfa
func.func @f(%x: i8) -> index {
  %0 = arith.index_cast %x : i8 to index
  %c7 = arith.constant 7 : index
  %1 = arith.remui %0, %c7 : index
  return %1 : index
}
