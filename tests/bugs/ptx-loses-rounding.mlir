// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b4 : f32[8] = fill(0)
// tilefuzz.args &b4
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f32>>) {
      %cst_f32 = constant <f32: [-1.000000e+00, -1.70141173E+38]> : tile<2xf32>
      %0 = subf %cst_f32, %cst_f32 rounding<negative_inf> : tile<2xf32>
      %reshape = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
      %bcast = broadcast %reshape : tile<1xptr<f32>> -> tile<2xptr<f32>>
      %1 = iota : tile<2xi32>
      %2 = offset %bcast, %1 : tile<2xptr<f32>>, tile<2xi32> -> tile<2xptr<f32>>
      %3 = store_ptr_tko weak %2, %0 : tile<2xptr<f32>>, tile<2xf32> -> token
      return
    }
  }
}
