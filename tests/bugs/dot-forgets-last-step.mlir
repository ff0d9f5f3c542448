// Each sum has 32 terms.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[256] = uniform(-2, 2)
// tilefuzz.buffer y : f32[256] = uniform(-2, 2)
// tilefuzz.buffer z : f32[64] = uniform(-4, 4)
// tilefuzz.buffer out : f32[64] = fill(7)
// tilefuzz.args &x &y &z &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %xv = make_tensor_view %x, shape = [8, 32], strides = [32, 1] : tensor_view<8x32xf32, strides=[32,1]>
    %xp = make_partition_view %xv : partition_view<tile=(8x32), tensor_view<8x32xf32, strides=[32,1]>>
    %xt, %xk = load_view_tko weak %xp[%i, %i] : partition_view<tile=(8x32), tensor_view<8x32xf32, strides=[32,1]>>, tile<i32> -> tile<8x32xf32>, token
    %yv = make_tensor_view %y, shape = [32, 8], strides = [8, 1] : tensor_view<32x8xf32, strides=[8,1]>
    %yp = make_partition_view %yv : partition_view<tile=(32x8), tensor_view<32x8xf32, strides=[8,1]>>
    %yt, %yk = load_view_tko weak %yp[%i, %i] : partition_view<tile=(32x8), tensor_view<32x8xf32, strides=[8,1]>>, tile<i32> -> tile<32x8xf32>, token
    %zv = make_tensor_view %z, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %zp = make_partition_view %zv : partition_view<tile=(8x8), tensor_view<8x8xf32, strides=[8,1]>>
    %zt, %zk = load_view_tko weak %zp[%i, %i] : partition_view<tile=(8x8), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<8x8xf32>, token
    %outv = make_tensor_view %out, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %outp = make_partition_view %outv : partition_view<tile=(8x8), tensor_view<8x8xf32, strides=[8,1]>>
    %p = mmaf %xt, %yt, %zt : tile<8x32xf32>, tile<32x8xf32>, tile<8x8xf32>
    %w = store_view_tko weak %p, %outp[%i, %i] : tile<8x8xf32>, partition_view<tile=(8x8), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
}
