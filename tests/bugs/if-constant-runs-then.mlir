// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : bf16[1] = fill(1)
// tilefuzz.args &b2
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<bf16>>) {
      %false = constant <i1: false> : tile<i1>
      if %false {
        %reshape = reshape %arg0 : tile<ptr<bf16>> -> tile<1xptr<bf16>>
        %reshape_0 = reshape %reshape : tile<1xptr<bf16>> -> tile<1x1xptr<bf16>>
        %cst_0_bf16 = constant <bf16: 0.000000e+00> : tile<1x1xbf16>
        %0 = store_ptr_tko weak %reshape_0, %cst_0_bf16 : tile<1x1xptr<bf16>>, tile<1x1xbf16> -> token
      }
      return
    }
  }
}
