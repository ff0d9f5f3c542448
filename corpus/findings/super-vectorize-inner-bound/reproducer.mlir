// tilefuzz.call @f 0x3
func.func @f(%x: i16) -> i16 {
  affine.for %i = 2 to 3 {
    %0 = affine.for %j = 2 to affine_map<(d0) -> (d0 + 1)>(%i) iter_args(%s = %x) -> (i16) {
      %1 = arith.addi %s, %s : i16
      affine.yield %1 : i16
    }
  }
  return %x : i16
}
