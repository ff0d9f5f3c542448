// tilefuzz.call @f 0x1
func.func @f(%x: f16) -> i1 {
  %0 = math.isnormal %x : f16
  return %0 : i1
}
