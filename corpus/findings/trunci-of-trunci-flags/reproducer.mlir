// tilefuzz.call @f 0x8000000000000000
func.func @f(%x: i64) -> i8 {
  %0 = arith.trunci %x : i64 to i16
  %1 = arith.trunci %0 overflow<nsw> : i16 to i8
  return %1 : i8
}
