// tilefuzz.call @f 0x3
func.func @f(%x: i32) -> i32 {
  %0 = affine.for %i = 0 to 3 iter_args(%s = %x) -> (i32) {
    %1 = arith.minsi %s, %x : i32
    affine.yield %1 : i32
  }
  return %0 : i32
}
