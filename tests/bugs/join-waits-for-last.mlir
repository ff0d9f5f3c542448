// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : f32[96] = fill(0)
// tilefuzz.args &b2
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f32>>) {
      %0 = make_token : token
      %cst_4_i16 = constant <i16: 4> : tile<i16>
      %cst_1_i16 = constant <i16: 1> : tile<i16>
      %for = for %loopIdx in (%cst_1_i16 to %cst_4_i16, step %cst_1_i16) : tile<i16> iter_values(%iterArg0 = %0) -> (token) {
        %reshape = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
        %bcast = broadcast %reshape : tile<1xptr<f32>> -> tile<32xptr<f32>>
        %reshape_0 = reshape %bcast : tile<32xptr<f32>> -> tile<8x4xptr<f32>>
        %1 = join_tokens %iterArg0, %0 : token
        %result, %result_token = load_ptr_tko weak %reshape_0 token=%1 : tile<8x4xptr<f32>> -> tile<8x4xf32>, token
        %2 = iota : tile<32xi32>
        %3 = offset %bcast, %2 : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
        %reshape_1 = reshape %3 : tile<32xptr<f32>> -> tile<8x4xptr<f32>>
        %4 = store_ptr_tko weak %reshape_1, %result token=%result_token : tile<8x4xptr<f32>>, tile<8x4xf32> -> token
        continue %4 : token
      }
      return
    }
  }
}
