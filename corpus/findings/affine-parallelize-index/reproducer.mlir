// tilefuzz.call @f 0x1
func.func @f(%x: index) -> index {
  %0 = affine.for %i = 0 to 4 iter_args(%s = %x) -> (index) {
    %1 = arith.addi %s, %i : index
    affine.yield %1 : index
  }
  return %0 : index
}
