// A half, not two to the 255th.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(7)
// tilefuzz.args &out 2 -1
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %x: tile<f32>, %e: tile<i8>) {
    %r = fpowi %x, %e : tile<f32>, tile<i8>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
