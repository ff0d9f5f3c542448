// tilefuzz.call @f 0x3
func.func @f(%x: i8) -> i8 {
  %a = memref.alloc() : memref<1xi8>
  affine.for %i = 0 to 1 {
    affine.store %x, %a[0] : memref<1xi8>
  }
  %0 = affine.load %a[0] : memref<1xi8>
  return %0 : i8
}
