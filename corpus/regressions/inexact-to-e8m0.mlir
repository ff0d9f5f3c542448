// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : f8E8M0FNU[1] = fill(1)
// tilefuzz.args &b2
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f8E8M0FNU>>) {
      %cst_0_f16 = constant <f16: 0.000000e+00> : tile<1x1x1xf16>
      %0 = tan %cst_0_f16 : tile<1x1x1xf16>
      %1 = ftof %0 rounding<zero> : tile<1x1x1xf16> -> tile<1x1x1xf8E8M0FNU>
      %cst_0_i32 = constant <i32: 0> : tile<1xi32>
      %reshape = reshape %arg0 : tile<ptr<f8E8M0FNU>> -> tile<1xptr<f8E8M0FNU>>
      %reshape_0 = reshape %reshape : tile<1xptr<f8E8M0FNU>> -> tile<1x1x1xptr<f8E8M0FNU>>
      %2 = store_ptr_tko weak %reshape_0, %1 : tile<1x1x1xptr<f8E8M0FNU>>, tile<1x1x1xf8E8M0FNU> -> token
      return
    }
  }
}

