// The nearest result of the approximate division is the exact one; others tell.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[16] = uniform(1, 8)
// tilefuzz.buffer y : f32[16] = uniform(1, 9)
// tilefuzz.buffer out : f32[16] = fill(7)
// tilefuzz.args &x &y &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %xv = make_tensor_view %x, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %xp = make_partition_view %xv : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>
    %xt, %xk = load_view_tko weak %xp[%i] : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %yv = make_tensor_view %y, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %yp = make_partition_view %yv : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>
    %yt, %yk = load_view_tko weak %yp[%i] : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %outv = make_tensor_view %out, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %outp = make_partition_view %outv : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>
    %r = divf %xt, %yt : tile<16xf32>
    %w = store_view_tko weak %r, %outp[%i] : tile<16xf32>, partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
