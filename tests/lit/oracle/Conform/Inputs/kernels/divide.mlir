// Quotients that are rounded to nearest.
// tilefuzz.launch kernel=@divide grid=1,1,1 seed=8
// tilefuzz.buffer x : f32[256] = uniform(-8, 8)
// tilefuzz.buffer y : f32[256] = uniform(1, 8)
// tilefuzz.buffer z : f32[256] = fill(0)
// tilefuzz.args &x &y &z
cuda_tile.module @kernels {
  entry @divide(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %x_view = make_tensor_view %x, shape = [256], strides = [1] : tensor_view<256xf32, strides=[1]>
    %x_tiles = make_partition_view %x_view : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>
    %y_view = make_tensor_view %y, shape = [256], strides = [1] : tensor_view<256xf32, strides=[1]>
    %y_tiles = make_partition_view %y_view : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>
    %z_view = make_tensor_view %z, shape = [256], strides = [1] : tensor_view<256xf32, strides=[1]>
    %z_tiles = make_partition_view %z_view : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>
    %a, %t0 = load_view_tko weak %x_tiles[%i] : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>, tile<i32> -> tile<256xf32>, token
    %b, %t1 = load_view_tko weak %y_tiles[%i] : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>, tile<i32> -> tile<256xf32>, token
    %c = divf %a, %b : tile<256xf32>
    %t2 = store_view_tko weak %c, %z_tiles[%i] : tile<256xf32>, partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
