// tilefuzz.call @f 0xc0000000 0x40a00000
func.func @f(%x: f32, %y: f32) -> f32 {
  %0 = math.powf %x, %y : f32
  return %0 : f32
}
