// tilefuzz.call @f 0x80000000 0x0
func.func @f(%x: f32, %y: f32) -> f32 {
  %0 = arith.minimumf %x, %y : f32
  return %0 : f32
}
