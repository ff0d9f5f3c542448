// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b3 : i8[512] = fill(0)
// tilefuzz.buffer b5 : i8[512] = iota(0, 1)
// tilefuzz.args &b3 0 &b5
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>, %arg1: tile<i32>, %arg2: tile<ptr<i8>>) {
      %reshape = reshape %arg0 : tile<ptr<i8>> -> tile<1xptr<i8>>
      %bcast = broadcast %reshape : tile<1xptr<i8>> -> tile<512xptr<i8>>
      %0 = iota : tile<512xi32>
      %1 = offset %bcast, %0 : tile<512xptr<i8>>, tile<512xi32> -> tile<512xptr<i8>>
      %2 = cat %1, %1 dim = 0 : tile<512xptr<i8>>, tile<512xptr<i8>> -> tile<1024xptr<i8>>
      %3 = extract %2[%arg1] : tile<1024xptr<i8>> -> tile<512xptr<i8>>
      %reshape_0 = reshape %arg2 : tile<ptr<i8>> -> tile<1xptr<i8>>
      %bcast_1 = broadcast %reshape_0 : tile<1xptr<i8>> -> tile<512xptr<i8>>
      %4 = offset %bcast_1, %0 : tile<512xptr<i8>>, tile<512xi32> -> tile<512xptr<i8>>
      %result, %result_token = load_ptr_tko weak %4 : tile<512xptr<i8>> -> tile<512xi8>, token
      %5 = store_ptr_tko weak %3, %result : tile<512xptr<i8>>, tile<512xi8> -> token
      return
    }
  }
}

