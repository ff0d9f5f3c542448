// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b5 : bf16[64] = fill(0)
// tilefuzz.args &b5
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<bf16>>) {
      %0 = iota : tile<16xi32>
      %cst_0_bf16 = constant <bf16: 0.000000e+00> : tile<16xbf16>
      %cst_bf16 = constant <bf16: [1.000000e+00, 0x7F80, -9.984020e-31, -0.000000e+00, 3.000000e+00, -7.250000e+00, 1.000260e+30, 1.000260e+30, -9.984020e-31, -3.389530e+38, 1.000260e+30, 1.000000e+02, -9.183550e-41, 0.000000e+00, -3.389530e+38, 5.000000e-01]> : tile<16xbf16>
      %1 = cmpf less_than_or_equal unordered %cst_0_bf16, %cst_bf16 : tile<16xbf16> -> tile<16xi1>
      %2 = select %1, %cst_0_bf16, %cst_bf16 : tile<16xi1>, tile<16xbf16>
      %reshape = reshape %arg0 : tile<ptr<bf16>> -> tile<1xptr<bf16>>
      %bcast = broadcast %reshape : tile<1xptr<bf16>> -> tile<16xptr<bf16>>
      %3 = offset %bcast, %0 : tile<16xptr<bf16>>, tile<16xi32> -> tile<16xptr<bf16>>
      %4 = store_ptr_tko weak %3, %2 : tile<16xptr<bf16>>, tile<16xbf16> -> token
      return
    }
  }
}

