// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : f32[64] = fill(0)
// tilefuzz.args &b2
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f32>>) {
      %cst_f32 = constant <f32: [[[1.250000e-01, 0x7F800000], [5.000000e+01, 0x7F800000], [-0.000000e+00, 5.000000e-01], [-1.000000e-30, 0.000000e+00], [5.000000e-01, 1.270000e+02], [-1.70141173E+38, 1.000000e+00], [-1.000000e+00, 1.250000e-01], [0xFF800000, -0.000000e+00], [-0.000000e+00, -1.000000e+00], [1.000000e+00, 5.000000e+01], [-1.000000e-30, -7.000000e+00], [5.000000e+29, 1.270000e+02], [-1.000000e-30, 1.250000e-01], [5.000000e+29, -1.000000e+00], [-0.000000e+00, 1.250000e-01], [-1.000000e+00, 5.000000e-01]], [[0.000000e+00, 1.270000e+02], [1.270000e+02, 0.000000e+00], [0x7FC00000, 5.000000e+29], [1.70141173E+38, 0.000000e+00], [1.000000e+00, 0x7FC00000], [-1.000000e+00, 0.000000e+00], [1.250000e-01, 1.000000e+00], [-1.000000e+00, 5.000000e+01], [1.270000e+02, -7.000000e+00], [5.000000e-01, 5.000000e+01], [-1.000000e+00, -1.000000e+00], [1.17549435E-38, 5.000000e-01], [1.70141173E+38, 5.000000e-01], [-1.000000e+00, 1.000000e+00], [-7.000000e+00, 1.000000e+00], [1.000000e+00, -1.000000e+00]]]> : tile<2x16x2xf32>
      %0 = exp %cst_f32 rounding<approx> : tile<2x16x2xf32>
      %1 = exp %0 rounding<approx> : tile<2x16x2xf32>
      %cst_0_i32 = constant <i32: 0> : tile<64xi32>
      %2 = iota : tile<64xi32>
      %reshape = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
      %bcast = broadcast %reshape : tile<1xptr<f32>> -> tile<64xptr<f32>>
      %3 = offset %bcast, %2 : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
      %reshape_0 = reshape %3 : tile<64xptr<f32>> -> tile<2x16x2xptr<f32>>
      %4 = store_ptr_tko weak %reshape_0, %1 : tile<2x16x2xptr<f32>>, tile<2x16x2xf32> -> token
      return
    }
  }
}

