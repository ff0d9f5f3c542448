// tilefuzz.call @f 0x1
func.func @f(%x: f32) -> f32 {
  %0 = math.log2 %x : f32
  return %0 : f32
}
