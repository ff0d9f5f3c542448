// tilefuzz.call @f 0x2
func.func @f(%x: f4E2M1FN) -> f64 {
  %0 = arith.extf %x : f4E2M1FN to f64
  return %0 : f64
}
