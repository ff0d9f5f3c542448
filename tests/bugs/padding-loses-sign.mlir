// Two elements of the tile lie outside the tensor.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[2] = fill(1)
// tilefuzz.buffer out : f32[4] = fill(7)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [2], strides = [1] : tensor_view<2xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), padding_value = neg_zero, tensor_view<2xf32, strides=[1]>>
    %ov = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %op = make_partition_view %ov : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %a, %t = load_view_tko weak %w[%i] : partition_view<tile=(4), padding_value = neg_zero, tensor_view<2xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %u = store_view_tko weak %a, %op[%i] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
