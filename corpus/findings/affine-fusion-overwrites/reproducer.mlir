// tilefuzz.call @f
func.func @f() -> i8 {
  %a = memref.alloc() : memref<8xi8>
  affine.for %i = 0 to 8 {
    %1 = arith.index_cast %i : index to i8
    affine.store %1, %a[%i] : memref<8xi8>
  }
  affine.for %i = 2 to 5 {
    %1 = affine.load %a[%i * 2 - 3] : memref<8xi8>
    affine.store %1, %a[%i * 3 - 5] : memref<8xi8>
  }
  %0 = affine.load %a[4] : memref<8xi8>
  return %0 : i8
}
