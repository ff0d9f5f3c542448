// Ten elements are one tile of eight, and a part of one.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[10] = iota(0, 1)
// tilefuzz.buffer out : f32[16] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %i = constant <i32: 1> : tile<i32>
    %v = make_tensor_view %x, shape = [10], strides = [1] : tensor_view<10xf32, strides=[1]>
    %o = make_tensor_view %out, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %vp = make_partition_view %v : partition_view<tile=(8), padding_value = neg_inf, tensor_view<10xf32, strides=[1]>>
    %op = make_partition_view %o : partition_view<tile=(8), tensor_view<16xf32, strides=[1]>>
    %a, %t = load_view_tko weak %vp[%i] : partition_view<tile=(8), padding_value = neg_inf, tensor_view<10xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    %u = store_view_tko weak %a, %op[%i] : tile<8xf32>, partition_view<tile=(8), tensor_view<16xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
