// tilefuzz.call @f 0x0 0x80000000
func.func @f(%x: f32, %y: f32) -> f32 {
  %0 = arith.maximumf %x, %y : f32
  return %0 : f32
}
