// tilefuzz.call @f 0x80000000
func.func @f(%x: f32) -> f32 {
  %n = arith.constant -8 : i32
  %0 = math.fpowi %x, %n : f32, i32
  return %0 : f32
}
