// 1 + 2^-11 is halfway between two numbers of tf32.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(7)
// tilefuzz.args &out 1.00048828125
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %x: tile<f32>) {
    %y = ftof %x rounding<nearest_away> : tile<f32> -> tile<tf32>
    %r = ftof %y : tile<tf32> -> tile<f32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
