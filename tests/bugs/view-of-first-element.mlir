// A constant whose elements differ, in another shape.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%out: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %o = make_tensor_view %out, shape = [2, 2], strides = [2, 1] : tensor_view<2x2xi32, strides=[2,1]>
    %op = make_partition_view %o : partition_view<tile=(2x2), tensor_view<2x2xi32, strides=[2,1]>>
    %k = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %a = reshape %k : tile<4xi32> -> tile<2x2xi32>
    %t = store_view_tko weak %a, %op[%i, %i] : tile<2x2xi32>, partition_view<tile=(2x2), tensor_view<2x2xi32, strides=[2,1]>>, tile<i32> -> token
    return
  }
}
