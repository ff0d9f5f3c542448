// A product of a subnormal number that is none; the sum flushes.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(7)
// tilefuzz.args &out 7.174648137343064e-43 1.2676506002282294e30
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %a: tile<f32>, %b: tile<f32>) {
    %c = constant <f32: 0.0> : tile<f32>
    %0 = mulf %a, %b : tile<f32>
    %r = addf %0, %c flush_to_zero : tile<f32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
