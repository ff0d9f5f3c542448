#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @f(%m: memref<8x8xf32>, %n: memref<8x8xf32>, %x: f32) {
  %c = arith.constant 3.5 : f32
  %y = arith.mulf %x, %c : f32
  linalg.fill ins(%y : f32) outs(%m : memref<8x8xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : memref<8x8xf32>) outs(%n : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return
}
