// -7 - trunc(-7 / 4) * 4 is -3.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[4] = fill(-7)
// tilefuzz.buffer y : f32[4] = fill(4)
// tilefuzz.buffer out : f32[4] = fill(0)
// tilefuzz.args &x &y &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %x_v = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %x_p = make_partition_view %x_v : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %y_v = make_tensor_view %y, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %y_p = make_partition_view %y_v : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %out_v = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %out_p = make_partition_view %out_v : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %x0, %x_t = load_view_tko weak %x_p[%i] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %y0, %y_t = load_view_tko weak %y_p[%i] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %r = remf %x0, %y0 : tile<4xf32>
    %s = store_view_tko weak %r, %out_p[%i] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
