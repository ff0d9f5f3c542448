// The bytes of a word.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(67305985)
// tilefuzz.buffer out : i8[4] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i8>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %a, %t = load_view_tko weak %w[%i] : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %r = pack %a : tile<1xi32> -> tile<4xi8>
    %ov = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xi8, strides=[1]>
    %op = make_partition_view %ov : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>
    %u = store_view_tko weak %r, %op[%i] : tile<4xi8>, partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>, tile<i32> -> token
    return
  }
}
