// tilefuzz.call @f 0x1
func.func @f(%x: i8) -> i8 {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to affine_map<(d0) -> (3)>(%i) {
    }
  }
  return %x : i8
}
