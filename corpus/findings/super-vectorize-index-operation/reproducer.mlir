// tilefuzz.call @f 0x3
func.func @f(%x: index) -> index {
  affine.for %i = 0 to 4 {
    %0 = index.minu %x, %x
  }
  return %x : index
}
