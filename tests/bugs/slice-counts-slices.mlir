// The second pair of eight numbers.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[2] = fill(-1)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %p, shape = [2], strides = [1] : tensor_view<2xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(2), tensor_view<2xi32, strides=[1]>>
    %n = iota : tile<8xi32>
    %one = constant <i32: 1> : tile<i32>
    %r = extract %n[%one] : tile<8xi32> -> tile<2xi32>
    %t = store_view_tko weak %r, %w[%i] : tile<2xi32>, partition_view<tile=(2), tensor_view<2xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
