// tilefuzz.call @f 0x38
func.func @f(%x: f8E4M3FN) -> i64 {
  %0 = arith.fptosi %x : f8E4M3FN to i64
  return %0 : i64
}
