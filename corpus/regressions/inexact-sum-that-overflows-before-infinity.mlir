// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : f64[1] = fill(0)
// tilefuzz.buffer b3 : f64[96] = fill(0)
// tilefuzz.args &b2 &b3
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f64>>, %arg1: tile<ptr<f64>>) {
      %0 = iota : tile<32xi32>
      %cst_0_f64 = constant <f64: 0.000000e+00> : tile<32xf64>
      %1 = exp2 %cst_0_f64 : tile<32xf64>
      %cst_f64 = constant <f64: [-1.000000e-30, -1.500000e+00, 1.000000e+30, 2.550000e+02, 1.000000e+02, 5.000000e-01, 3.000000e+00, 2.550000e+02, 5.000000e-01, -1.500000e+00, -2.2250738585072014E-308, 1.000000e+02, -1.500000e+00, -1.000000e-30, -1.7976931348623157E+308, 1.000000e+02, -1.7976931348623157E+308, 0x7FF0000000000000, 1.000000e+02, 5.000000e-01, 0.000000e+00, -1.500000e+00, 0.000000e+00, 3.000000e+00, 0.000000e+00, 2.2250738585072014E-308, -1.500000e+00, 1.7976931348623157E+308, -1.500000e+00, 0.000000e+00, -0.000000e+00, 2.2250738585072014E-308]> : tile<32xf64>
      %reduce = reduce %cst_f64 dim=0 identities=[0.000000e+00] : tile<32xf64> -> tile<f64> (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
        %5 = addf %reduce_lhs, %reduce_rhs  : tile<f64>
        yield %5 : tile<f64>
      }
      %2 = store_ptr_tko weak %arg0, %reduce : tile<ptr<f64>>, tile<f64> -> token
      %reshape = reshape %arg1 : tile<ptr<f64>> -> tile<1xptr<f64>>
      %bcast = broadcast %reshape : tile<1xptr<f64>> -> tile<32xptr<f64>>
      %3 = offset %bcast, %0 : tile<32xptr<f64>>, tile<32xi32> -> tile<32xptr<f64>>
      %4 = store_ptr_tko weak %3, %1 : tile<32xptr<f64>>, tile<32xf64> -> token
      return
    }
  }
}

