// tilefuzz.call @f 0x0 0x1
func.func @f(%x: i8, %y: i8) -> i8 {
  %a = memref.alloc() : memref<4xi8>
  affine.for %i = 0 to 4 {
    affine.store %x, %a[%i] : memref<4xi8>
  }
  affine.for %i = 0 to 3 {
    affine.store %y, %a[%i] : memref<4xi8>
  }
  %0 = affine.load %a[3] : memref<4xi8>
  return %0 : i8
}
