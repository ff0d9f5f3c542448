// tilefuzz.call @f 0x3
func.func @f(%x: index) -> index {
  affine.for %i = 0 to 3 {
    %0 = arith.addi %i, %x : index
    scf.execute_region {
      %1 = arith.addi %0, %x : index
      scf.yield
    }
  }
  return %x : index
}
