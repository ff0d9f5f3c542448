// tilefuzz.call @f 0x4afffffe
func.func @f(%x: f32) -> f32 {
  %0 = math.sin %x : f32
  return %0 : f32
}
