// Seven digits of sixteen are right.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f64[4] = uniform(1, 2)
// tilefuzz.buffer out : f64[4] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f64>>, %out: tile<ptr<f64>>) {
    %i = constant <i32: 0> : tile<i32>
    %x_v = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
    %x_p = make_partition_view %x_v : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
    %out_v = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
    %out_p = make_partition_view %out_v : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
    %x0, %x_t = load_view_tko weak %x_p[%i] : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> tile<4xf64>, token
    %r = log %x0 : tile<4xf64>
    %s = store_view_tko weak %r, %out_p[%i] : tile<4xf64>, partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> token
    return
  }
}
