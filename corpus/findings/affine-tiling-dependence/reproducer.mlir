// tilefuzz.call @f 0x1
func.func @f(%y: i8) -> i8 {
  %a = memref.alloc() : memref<2xi8>
  affine.store %y, %a[0] : memref<2xi8>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      %1 = affine.load %a[%i] : memref<2xi8>
      %2 = arith.addi %1, %y : i8
      affine.store %2, %a[1] : memref<2xi8>
    }
  }
  %0 = affine.load %a[1] : memref<2xi8>
  return %0 : i8
}
