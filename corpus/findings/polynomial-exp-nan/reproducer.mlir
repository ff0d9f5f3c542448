// tilefuzz.call @f 0x7e00
func.func @f(%x: f16) -> f16 {
  %0 = math.exp %x : f16
  return %0 : f16
}
