// tilefuzz.call @f 0x5
func.func @f(%x: i8) -> i8 {
  %a = memref.alloc() : memref<2xi8>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<2xi8>
    }
  }
  %0 = affine.load %a[0] : memref<2xi8>
  return %0 : i8
}
