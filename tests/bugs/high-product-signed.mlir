// The high half of (2^32 - 1)^2 is 2^32 - 2; of (-1)^2 it is 0.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[4] = fill(-1)
// tilefuzz.buffer out : i32[4] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %x_v = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %x_p = make_partition_view %x_v : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %out_v = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %out_p = make_partition_view %out_v : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %x0, %x_t = load_view_tko weak %x_p[%i] : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %r = mulhii %x0, %x0 : tile<4xi32>
    %s = store_view_tko weak %r, %out_p[%i] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
