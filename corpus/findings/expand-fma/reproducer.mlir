// tilefuzz.call @f 0xbf7fffff
func.func @f(%x: f32) -> f32 {
  %0 = math.fma %x, %x, %x : f32
  return %0 : f32
}
