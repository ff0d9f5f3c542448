// tilefuzz.call @f 0x8000000000000003
func.func @f(%x: index) -> index {
  %0 = arith.index_cast %x : index to i8
  %1 = arith.index_cast %0 : i8 to index
  return %1 : index
}
