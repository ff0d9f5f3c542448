// tilefuzz.call @f 0xff800000
func.func @f(%x: f32) -> f32 {
  %0 = math.cbrt %x : f32
  return %0 : f32
}
