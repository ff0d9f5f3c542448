// tilefuzz.call @f 0xbf800000 0x0
func.func @f(%x: f32, %n: i32) -> f32 {
  %0 = math.fpowi %x, %n : f32, i32
  return %0 : f32
}
