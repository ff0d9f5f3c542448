// tilefuzz.call @f 0x3 0x5
func.func @f(%x: i8, %y: i8) -> i8 {
  %a = memref.alloc() : memref<1xi8>
  affine.store %x, %a[0] : memref<1xi8>
  affine.for %i = 0 to 1 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
    } else {
      affine.store %y, %a[0] : memref<1xi8>
      %1 = affine.load %a[0] : memref<1xi8>
      affine.store %1, %a[0] : memref<1xi8>
    }
  }
  %0 = affine.load %a[0] : memref<1xi8>
  return %0 : i8
}
