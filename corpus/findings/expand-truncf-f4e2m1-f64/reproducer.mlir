// tilefuzz.call @f 0x3ff0000000000000
func.func @f(%x: f64) -> f4E2M1FN {
  %0 = arith.truncf %x : f64 to f4E2M1FN
  return %0 : f4E2M1FN
}
