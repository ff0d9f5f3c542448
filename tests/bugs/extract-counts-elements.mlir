// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : bf16[65] = iota(0, 1)
// tilefuzz.buffer b1 : bf16[8] = fill(0)
// tilefuzz.args &b0 &b1 1
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<bf16>>, %arg1: tile<ptr<bf16>>, %arg2: tile<i32>) {
      %reshape = reshape %arg0 : tile<ptr<bf16>> -> tile<1xptr<bf16>>
      %bcast = broadcast %reshape : tile<1xptr<bf16>> -> tile<4xptr<bf16>>
      %0 = iota : tile<4xi32>
      %1 = offset %bcast, %0 : tile<4xptr<bf16>>, tile<4xi32> -> tile<4xptr<bf16>>
      %reshape_0 = reshape %1 : tile<4xptr<bf16>> -> tile<1x4xptr<bf16>>
      %result, %result_token = load_ptr_tko weak %reshape_0 : tile<1x4xptr<bf16>> -> tile<1x4xbf16>, token
      %reshape_1 = reshape %arg1 : tile<ptr<bf16>> -> tile<1xptr<bf16>>
      %bcast_2 = broadcast %reshape_1 : tile<1xptr<bf16>> -> tile<4xptr<bf16>>
      %2 = offset %bcast_2, %0 : tile<4xptr<bf16>>, tile<4xi32> -> tile<4xptr<bf16>>
      %3 = cat %2, %2 dim = 0 : tile<4xptr<bf16>>, tile<4xptr<bf16>> -> tile<8xptr<bf16>>
      %4 = extract %3[%arg2] : tile<8xptr<bf16>> -> tile<4xptr<bf16>>
      %reshape_3 = reshape %4 : tile<4xptr<bf16>> -> tile<1x4xptr<bf16>>
      %5 = store_ptr_tko weak %reshape_3, %result : tile<1x4xptr<bf16>>, tile<1x4xbf16> -> token
      return
    }
  }
}
