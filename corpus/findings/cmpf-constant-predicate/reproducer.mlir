// tilefuzz.call @f 0x0
func.func @f(%x: i8) -> i1 {
  %0 = arith.sitofp %x : i8 to f32
  %c = arith.constant 1.0 : f32
  %1 = arith.cmpf true, %0, %c : f32
  return %1 : i1
}
