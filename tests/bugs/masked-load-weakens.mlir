// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : f32[1] = fill(0)
// tilefuzz.args &b0
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f32>>) {
      %reshape = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
      %true = constant <i1: true> : tile<1xi1>
      %result, %result_token = load_ptr_tko acquire tl_blk %reshape, %true : tile<1xptr<f32>>, tile<1xi1> -> tile<1xf32>, token
      return
    }
  }
}
