// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b5 : f32[64] = list(0x7F800000,0x3F800000,0x80000001,0x7F7FFFFF)
// tilefuzz.buffer b6 : f32[64] = fill(0)
// tilefuzz.args &b5 &b6
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<f32>>) {
      %cst_0_f32 = constant <f32: 0.000000e+00> : tile<2x16x2xf32>
      %reshape = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
      %bcast = broadcast %reshape : tile<1xptr<f32>> -> tile<64xptr<f32>>
      %0 = iota : tile<64xi32>
      %1 = offset %bcast, %0 : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
      %result, %result_token = load_ptr_tko weak %1 : tile<64xptr<f32>> -> tile<64xf32>, token
      %reshape_0 = reshape %result : tile<64xf32> -> tile<2x16x2xf32>
      %2 = subf %cst_0_f32, %reshape_0  flush_to_zero : tile<2x16x2xf32>
      %reshape_1 = reshape %arg1 : tile<ptr<f32>> -> tile<1xptr<f32>>
      %bcast_2 = broadcast %reshape_1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
      %3 = offset %bcast_2, %0 : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
      %reshape_3 = reshape %2 : tile<2x16x2xf32> -> tile<64xf32>
      %4 = store_ptr_tko weak %3, %reshape_3 : tile<64xptr<f32>>, tile<64xf32> -> token
      return
    }
  }
}
