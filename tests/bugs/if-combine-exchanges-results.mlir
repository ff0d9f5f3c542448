// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : f32[1] = fill(0)
// tilefuzz.args &b0
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f32>>) {
      %cst_0_i32 = constant <i32: 0> : tile<i32>
      %cst_f32 = constant <f32: 5.000000e-01> : tile<1xf32>
      %reshape = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
      %0 = cmpi greater_than_or_equal %cst_0_i32, %cst_0_i32, signed : tile<i32> -> tile<i1>
      %1 = if %0 -> (tile<1xf32>) {
        %cst_0_f32 = constant <f32: 0.000000e+00> : tile<1xf32>
        yield %cst_0_f32 : tile<1xf32>
      } else {
        yield %cst_f32 : tile<1xf32>
      }
      %2 = if %0 -> (tile<1xf32>) {
        %4 = if %0 -> (tile<1xf32>) {
          yield %cst_f32 : tile<1xf32>
        } else {
          yield %1 : tile<1xf32>
        }
        yield %4 : tile<1xf32>
      } else {
        yield %1 : tile<1xf32>
      }
      %3 = store_ptr_tko weak %reshape, %2 : tile<1xptr<f32>>, tile<1xf32> -> token
      return
    }
  }
}
