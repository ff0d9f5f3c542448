// tilefuzz.call @f 0x6258d727
func.func @f(%x: f32) -> f32 {
  %0 = math.asinh %x : f32
  return %0 : f32
}
