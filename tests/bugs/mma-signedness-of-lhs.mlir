// The left operand is -1, the right one 255.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %a = constant <i8: -1> : tile<2x2xi8>
    %c = constant <i32: 0> : tile<2x2xi32>
    %d = mmai %a, %a, %c signed unsigned : tile<2x2xi8>, tile<2x2xi8>, tile<2x2xi32>
    %r = reshape %d : tile<2x2xi32> -> tile<4xi32>
    %t = store_view_tko weak %r, %w[%i] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
