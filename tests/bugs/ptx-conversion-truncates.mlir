// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b4 : f16[64] = fill(0)
// tilefuzz.args &b4
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f16>>) {
      %cst_f64 = constant <f64: [0xFFF0000000000000, 1.000000e+00, -7.000000e+00, 1.000000e+00, -8.9884656743115785E+307, 1.000000e+00, 4.940660e-324, -0.000000e+00]> : tile<8xf64>
      %0 = ftof %cst_f64  : tile<8xf64> -> tile<8xf16>
      %reshape = reshape %arg0 : tile<ptr<f16>> -> tile<1xptr<f16>>
      %bcast = broadcast %reshape : tile<1xptr<f16>> -> tile<8xptr<f16>>
      %1 = iota : tile<8xi32>
      %2 = offset %bcast, %1 : tile<8xptr<f16>>, tile<8xi32> -> tile<8xptr<f16>>
      %3 = store_ptr_tko weak %2, %0 : tile<8xptr<f16>>, tile<8xf16> -> token
      return
    }
  }
}
