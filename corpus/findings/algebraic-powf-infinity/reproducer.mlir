// tilefuzz.call @f 0xff800000
func.func @f(%x: f32) -> f32 {
  %c = arith.constant -0.5 : f32
  %0 = math.powf %x, %c : f32
  return %0 : f32
}
