// The approximate reciprocal of what lies above 2^126 is zero, so that the quotient of
// an infinity is NaN (docs/spec/language-1.md, 3.2); it was said to be infinite.
// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer quotient : f32[2] = fill(0)
// tilefuzz.args &quotient
cuda_tile.module @m {
  entry @k(%quotient: tile<ptr<f32>>) {
    %infinite = constant <f32: [0x7F800000, 0xFF800000]> : tile<2xf32>
    %large = constant <f32: [0x7EFFFFFF, 0x7E800001]> : tile<2xf32>
    %q = divf %infinite, %large rounding<approx> : tile<2xf32>
    %base = reshape %quotient : tile<ptr<f32>> -> tile<1xptr<f32>>
    %all = broadcast %base : tile<1xptr<f32>> -> tile<2xptr<f32>>
    %index = iota : tile<2xi32>
    %places = offset %all, %index : tile<2xptr<f32>>, tile<2xi32> -> tile<2xptr<f32>>
    %t = store_ptr_tko weak %places, %q : tile<2xptr<f32>>, tile<2xf32> -> token
    return
  }
}
