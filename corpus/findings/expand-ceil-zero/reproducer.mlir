// tilefuzz.call @f 0xbe800000
func.func @f(%x: f32) -> f32 {
  %0 = math.ceil %x : f32
  return %0 : f32
}
