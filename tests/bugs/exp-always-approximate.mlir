// The product with log2(e) is rounded, which e^x amplifies by x.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[16] = uniform(-80, -70)
// tilefuzz.buffer out : f32[16] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %x_v = make_tensor_view %x, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %x_p = make_partition_view %x_v : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>
    %out_v = make_tensor_view %out, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %out_p = make_partition_view %out_v : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>
    %x0, %x_t = load_view_tko weak %x_p[%i] : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %r = exp %x0 : tile<16xf32>
    %s = store_view_tko weak %r, %out_p[%i] : tile<16xf32>, partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
