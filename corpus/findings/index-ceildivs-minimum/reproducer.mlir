// tilefuzz.call @f
func.func @f() -> index {
  %a = arith.constant -9223372036854775808 : index
  %b = arith.constant 512 : index
  %0 = index.ceildivs %a, %b
  return %0 : index
}
