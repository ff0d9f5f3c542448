// tilefuzz.launch kernel=@no_code grid=1,1,1 seed=1
// tilefuzz.buffer y : f32[1] = fill(-1)
// tilefuzz.args &y 2.0
cuda_tile.module @kernels {
  entry @no_code(%y: tile<ptr<f32>>, %x: tile<f32>) {
    %e = exp %x : tile<f32>
    %p = alloca num_elem = 1048576, alignment = 4 : tile<ptr<f32>>
    %s = store_ptr_tko weak %y, %e : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
