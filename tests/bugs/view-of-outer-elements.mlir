// The elements at the ends are equal, those between are not.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%out: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %k = constant <i32: [[1, 2], [3, 1]]> : tile<2x2xi32>
    %r = reshape %k : tile<2x2xi32> -> tile<4xi32>
    %ov = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %op = make_partition_view %ov : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %t = store_view_tko weak %r, %op[%i] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
