// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : i32[1] = fill(0)
// tilefuzz.buffer b4 : i32[1] = fill(0)
// tilefuzz.args &b2 &b4
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i32>>, %arg1: tile<ptr<i32>>) {
      %reshape = reshape %arg0 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %result, %result_token = load_ptr_tko weak %reshape : tile<1xptr<i32>> -> tile<1xi32>, token
      %reshape_0 = reshape %arg1 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %0 = store_ptr_tko weak %reshape_0, %result : tile<1xptr<i32>>, tile<1xi32> -> token
      return
    }
  }
}
