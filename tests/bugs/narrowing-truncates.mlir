// Between 1.125 and 1.25 the latter is nearer.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[4] = fill(1.2)
// tilefuzz.buffer out : f8E4M3FN[4] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %out: tile<ptr<f8E4M3FN>>) {
    %i = constant <i32: 0> : tile<i32>
    %x_v = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %x_p = make_partition_view %x_v : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %out_v = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xf8E4M3FN, strides=[1]>
    %out_p = make_partition_view %out_v : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>
    %x0, %x_t = load_view_tko weak %x_p[%i] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %r = ftof %x0 : tile<4xf32> -> tile<4xf8E4M3FN>
    %s = store_view_tko weak %r, %out_p[%i] : tile<4xf8E4M3FN>, partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>, tile<i32> -> token
    return
  }
}
