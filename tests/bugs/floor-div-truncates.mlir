// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=237
// tilefuzz.buffer b0 : i8[1] = fill(0)
// tilefuzz.buffer b1 : i32[1] = uniform(-100, 100)
// tilefuzz.buffer b3 : i32[1] = fill(0)
// tilefuzz.args &b0 &b1 &b3
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>, %arg1: tile<ptr<i32>>, %arg2: tile<ptr<i32>>) {
      %reshape = reshape %arg1 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %result, %result_token = load_ptr_tko weak %reshape : tile<1xptr<i32>> -> tile<1xi32>, token
      %cst_-1_i32 = constant <i32: -1> : tile<1xi32>
      %0 = divi %cst_-1_i32, %result signed rounding<negative_inf> : tile<1xi32>
      %reshape_0 = reshape %arg2 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %1 = store_ptr_tko weak %reshape_0, %0 : tile<1xptr<i32>>, tile<1xi32> -> token
      return
    }
  }
}
