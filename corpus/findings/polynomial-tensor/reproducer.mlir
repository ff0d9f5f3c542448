// tilefuzz.call @f 0x0,0x0,0x0
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = math.sin %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
