// The last of five tiles of four that are two apart has an edge.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[8] = iota(1, 1)
// tilefuzz.buffer out : i32[4] = fill(-1)
// tilefuzz.args &x &out 3
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %last: tile<i32>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %s = make_strided_view %v : strided_view<tile=(4), traversal_strides=[2], padding_value = zero, tensor_view<8xi32, strides=[1]>>
    %ov = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %op = make_partition_view %ov : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %a, %t = load_view_tko weak %s[%last] : strided_view<tile=(4), traversal_strides=[2], padding_value = zero, tensor_view<8xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %u = store_view_tko weak %a, %op[%i] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
