// 2^-127 times 2^127 is 1.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[4] = fill(7)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %a = constant <f8E4M3FN: 1.5> : tile<2x64xf8E4M3FN>
    %b = constant <f8E4M3FN: 2.0> : tile<64x2xf8E4M3FN>
    %c = constant <f32: 1.0> : tile<2x2xf32>
    %sa = constant <f8E8M0FNU: 0x00> : tile<2x2xf8E8M0FNU>
    %sb = constant <f8E8M0FNU: 0xFE> : tile<2x2xf8E8M0FNU>
    %d = mmaf_scaled %a, %b, %c, %sa, %sb : tile<2x64xf8E4M3FN>, tile<64x2xf8E4M3FN>, tile<2x2xf32>, tile<2x2xf8E8M0FNU>, tile<2x2xf8E8M0FNU>
    %r = reshape %d : tile<2x2xf32> -> tile<4xf32>
    %t = store_view_tko weak %r, %w[%i] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
