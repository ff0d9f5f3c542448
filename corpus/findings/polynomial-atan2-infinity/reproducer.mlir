// tilefuzz.call @f 0x7f800000
func.func @f(%x: f32) -> f32 {
  %0 = math.atan2 %x, %x : f32
  return %0 : f32
}
