// One less six; the product is exact, so that fused and unfused are the same.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(-1)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %a = constant <f32: 2.0> : tile<f32>
    %b = constant <f32: 3.0> : tile<f32>
    %c = constant <f32: 1.0> : tile<f32>
    %0 = mulf %a, %b : tile<f32>
    %1 = subf %c, %0 : tile<f32>
    %t = store_ptr_tko weak %p, %1 : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
