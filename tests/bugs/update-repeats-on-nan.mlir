// There is NaN.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[1] = fill(nan)
// tilefuzz.args &x 1
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %y: tile<f32>) {
    %old, %t = atomic_rmw_tko relaxed device %x, addf, %y : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    return
  }
}
