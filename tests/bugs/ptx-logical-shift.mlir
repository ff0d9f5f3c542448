// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b6 : i32[1] = list(0x9386442C)
// tilefuzz.buffer b7 : i32[1] = fill(0)
// tilefuzz.args &b6 &b7
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i32>>, %arg1: tile<ptr<i32>>) {
      %reshape = reshape %arg0 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %result, %result_token = load_ptr_tko weak %reshape : tile<1xptr<i32>> -> tile<1xi32>, token
      %reshape_0 = reshape %result : tile<1xi32> -> tile<1x1xi32>
      %reshape_1 = reshape %arg1 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %0 = shri %reshape_0, %reshape_0 signed : tile<1x1xi32>
      %reshape_2 = reshape %0 : tile<1x1xi32> -> tile<1xi32>
      %1 = store_ptr_tko weak %reshape_1, %reshape_2 : tile<1xptr<i32>>, tile<1xi32> -> token
      return
    }
  }
}
