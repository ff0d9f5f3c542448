// The second of two sizes.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(-1)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %p, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %two = make_tensor_view %p, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xi32, strides=[8,1]>
    %sizes:2 = get_tensor_shape %two : tensor_view<4x8xi32, strides=[8,1]> -> tile<i32>
    %r = reshape %sizes#1 : tile<i32> -> tile<1xi32>
    %t = store_view_tko weak %r, %w[%i] : tile<1xi32>, partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
