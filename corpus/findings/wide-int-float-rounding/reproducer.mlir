// tilefuzz.call @f 0xfe551ec2a0afc1b6
func.func @f(%x: i64) -> f32 {
  %0 = arith.sitofp %x : i64 to f32
  return %0 : f32
}
