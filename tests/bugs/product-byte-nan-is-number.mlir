// A factor is NaN.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[4] = fill(7)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %a = constant <f8E4M3FN: [[1.0, 0x7F], [1.0, 2.0]]> : tile<2x2xf8E4M3FN>
    %b = constant <f8E4M3FN: 2.0> : tile<2x2xf8E4M3FN>
    %c = constant <f32: 1.0> : tile<2x2xf32>
    %d = mmaf %a, %b, %c : tile<2x2xf8E4M3FN>, tile<2x2xf8E4M3FN>, tile<2x2xf32>
    %r = reshape %d : tile<2x2xf32> -> tile<4xf32>
    %t = store_view_tko weak %r, %w[%i] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
