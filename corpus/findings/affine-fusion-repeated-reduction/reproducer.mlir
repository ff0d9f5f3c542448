// tilefuzz.call @f 0x2
func.func @f(%x: i8) -> i8 {
  %a = memref.alloc() : memref<1xi8>
  %b = memref.alloc() : memref<2x1xi8>
  affine.store %x, %a[0] : memref<1xi8>
  affine.for %i = 0 to 1 {
    %1 = affine.load %a[%i] : memref<1xi8>
    %2 = arith.addi %1, %x : i8
    affine.store %2, %a[%i] : memref<1xi8>
  }
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 1 {
      %1 = affine.load %a[%j] : memref<1xi8>
      affine.store %1, %b[%i, %j] : memref<2x1xi8>
    }
  }
  %0 = affine.load %b[1, 0] : memref<2x1xi8>
  return %0 : i8
}
