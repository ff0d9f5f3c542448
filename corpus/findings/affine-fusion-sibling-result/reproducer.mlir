// tilefuzz.call @f 0x3
func.func @f(%x: i8) -> (i8, i8) {
  %a = memref.alloc() : memref<2xi8>
  affine.store %x, %a[0] : memref<2xi8>
  affine.store %x, %a[1] : memref<2xi8>
  %0 = affine.for %i = 0 to 2 iter_args(%s = %x) -> (i8) {
    %2 = affine.load %a[%i] : memref<2xi8>
    affine.yield %2 : i8
  }
  %1 = affine.for %i = 0 to 2 iter_args(%s = %x) -> (i8) {
    %2 = affine.load %a[%i] : memref<2xi8>
    affine.yield %2 : i8
  }
  return %0, %1 : i8, i8
}
