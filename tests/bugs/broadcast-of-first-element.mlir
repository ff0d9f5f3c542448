// Rows of a constant whose elements differ.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[8] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%out: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %o = make_tensor_view %out, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi32, strides=[4,1]>
    %op = make_partition_view %o : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>
    %k = constant <i32: [[5, 6, 7, 8]]> : tile<1x4xi32>
    %a = broadcast %k : tile<1x4xi32> -> tile<2x4xi32>
    %t = store_view_tko weak %a, %op[%i, %i] : tile<2x4xi32>, partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>, tile<i32> -> token
    return
  }
}
