// Behind the sixth element stands infinity, which the format lacks: NaN.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f8E4M3FN[6] = fill(1)
// tilefuzz.buffer out : f8E4M3FN[8] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f8E4M3FN>>, %out: tile<ptr<f8E4M3FN>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [6], strides = [1] : tensor_view<6xf8E4M3FN, strides=[1]>
    %o = make_tensor_view %out, shape = [8], strides = [1] : tensor_view<8xf8E4M3FN, strides=[1]>
    %vp = make_partition_view %v : partition_view<tile=(8), padding_value = pos_inf, tensor_view<6xf8E4M3FN, strides=[1]>>
    %op = make_partition_view %o : partition_view<tile=(8), tensor_view<8xf8E4M3FN, strides=[1]>>
    %a, %t = load_view_tko weak %vp[%i] : partition_view<tile=(8), padding_value = pos_inf, tensor_view<6xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<8xf8E4M3FN>, token
    %u = store_view_tko weak %a, %op[%i] : tile<8xf8E4M3FN>, partition_view<tile=(8), tensor_view<8xf8E4M3FN, strides=[1]>>, tile<i32> -> token
    return
  }
}
