// tilefuzz.call @f 0x1ff
func.func @f(%x: index) -> index {
  %0 = arith.index_castui %x : index to i8
  %1 = arith.index_castui %0 : i8 to index
  return %1 : index
}
