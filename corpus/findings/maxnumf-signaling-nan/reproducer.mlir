// tilefuzz.call @f
func.func @f() -> bf16 {
  %nan = arith.constant 0xFFA7 : bf16
  %one = arith.constant 1.0 : bf16
  %0 = arith.maxnumf %nan, %one : bf16
  return %0 : bf16
}
