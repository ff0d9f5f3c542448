// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b3 : f32[8] = list(0x3FCB3B3F,0x3E2602FE,0xBFBE99A2,0xC0F688C5,0xBF4E64A7,0xC0FA996D,0xC0AC3783,0x40596D1D)
// tilefuzz.buffer b4 : f32[8] = fill(0)
// tilefuzz.args &b3 &b4
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<f32>>) {
      %reshape = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
      %bcast = broadcast %reshape : tile<1xptr<f32>> -> tile<8xptr<f32>>
      %0 = iota : tile<8xi32>
      %1 = offset %bcast, %0 : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
      %result, %result_token = load_ptr_tko weak %1 : tile<8xptr<f32>> -> tile<8xf32>, token
      %2 = exp %result rounding<approx> : tile<8xf32>
      %reshape_0 = reshape %arg1 : tile<ptr<f32>> -> tile<1xptr<f32>>
      %bcast_1 = broadcast %reshape_0 : tile<1xptr<f32>> -> tile<8xptr<f32>>
      %3 = offset %bcast_1, %0 : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
      %4 = store_ptr_tko weak %3, %2 : tile<8xptr<f32>>, tile<8xf32> -> token
      return
    }
  }
}

