// tilefuzz.call @f 0x4238
func.func @f(%x: bf16) -> bf16 {
  %0 = math.exp2 %x : bf16
  return %0 : bf16
}
