// tilefuzz.launch kernel=@printed grid=1,1,1 seed=1
// tilefuzz.buffer y : f32[1] = fill(-1)
// tilefuzz.args &y 2.0
cuda_tile.module @kernels {
  entry @printed(%y: tile<ptr<f32>>, %x: tile<f32>) {
    %e = exp %x : tile<f32>
    %t = print_tko "x" -> token
    %s = store_ptr_tko weak %y, %e : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
