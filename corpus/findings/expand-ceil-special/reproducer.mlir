// tilefuzz.call @f 0x7fc00000
// tilefuzz.call @g 0xff800000
// tilefuzz.call @h 0x7f7fffff
func.func @f(%x: f32) -> f32 {
  %0 = math.ceil %x : f32
  return %0 : f32
}
func.func @g(%x: f32) -> f32 {
  %0 = math.ceil %x : f32
  return %0 : f32
}
func.func @h(%x: f32) -> f32 {
  %0 = math.ceil %x : f32
  return %0 : f32
}
