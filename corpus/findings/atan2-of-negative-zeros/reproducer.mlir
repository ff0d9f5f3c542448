// tilefuzz.call @f
func.func @f() -> f32 {
  %0 = arith.constant -0.0 : f32
  %1 = math.atan2 %0, %0 : f32
  return %1 : f32
}
