// tilefuzz.call @f 0x3
func.func @f(%x: i8) -> i8 {
  affine.for %i = 0 to 1 {
    affine.for %j = 3 to 3 {
      affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
      }
    }
  }
  return %x : i8
}
