// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=329
// tilefuzz.buffer b0 : i8[1] = uniform(-8, 8)
// tilefuzz.buffer b3 : i8[1] = fill(0)
// tilefuzz.args &b0 &b3
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>, %arg1: tile<ptr<i8>>) {
      %reshape = reshape %arg0 : tile<ptr<i8>> -> tile<1xptr<i8>>
      %reshape_0 = reshape %reshape : tile<1xptr<i8>> -> tile<1x1xptr<i8>>
      %result, %result_token = load_ptr_tko weak %reshape_0 : tile<1x1xptr<i8>> -> tile<1x1xi8>, token
      %reshape_1 = reshape %result : tile<1x1xi8> -> tile<1x1x1xi8>
      %0 = shri %reshape_1, %reshape_1 signed : tile<1x1x1xi8>
      %reshape_2 = reshape %0 : tile<1x1x1xi8> -> tile<1xi8>
      %reshape_3 = reshape %arg1 : tile<ptr<i8>> -> tile<1xptr<i8>>
      %reshape_4 = reshape %reshape_3 : tile<1xptr<i8>> -> tile<1x1xptr<i8>>
      %reshape_5 = reshape %reshape_2 : tile<1xi8> -> tile<1x1xi8>
      %1 = store_ptr_tko weak %reshape_4, %reshape_5 : tile<1x1xptr<i8>>, tile<1x1xi8> -> token
      return
    }
  }
}
