// tilefuzz.call @f 0x1
func.func @f(%x: index) -> index {
  %0 = math.ctlz %x : index
  return %0 : index
}
