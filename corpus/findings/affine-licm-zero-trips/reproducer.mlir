// tilefuzz.call @f 0x3 0x0
func.func @f(%x: i8, %n: index) -> i8 {
  %a = memref.alloc() : memref<1xi8>
  %c0 = arith.constant 0 : i8
  affine.store %c0, %a[0] : memref<1xi8>
  affine.for %i = 0 to %n {
    affine.store %x, %a[0] : memref<1xi8>
  }
  %0 = affine.load %a[0] : memref<1xi8>
  return %0 : i8
}
