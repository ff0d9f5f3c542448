// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b4 : i16[64] = fill(0)
// tilefuzz.args &b4
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i16>>) {
      %cst_i16 = constant <i16: [[[5, -2], [3, 7], [-8, 5], [3, 7], [3, -1], [3, 2], [2, 3], [0, 0], [-2, 3], [3, 3], [4, 1], [-8, -2], [-2, -2], [4, 2], [-8, -1], [5, -8]], [[2, 7], [4, 1], [-1, -8], [4, -8], [1, 3], [2, 7], [2, 3], [-1, 7], [3, 3], [-8, -2], [0, 2], [0, -8], [-1, 2], [0, 0], [3, -1], [-1, 3]]]> : tile<2x16x2xi16>
      %reshape = reshape %cst_i16 : tile<2x16x2xi16> -> tile<64xi16>
      %cst_1_i32 = constant <i32: 1> : tile<i32>
      %tview = make_tensor_view %arg0, shape = [1, 64], strides = [%cst_1_i32, %cst_1_i32] : tile<i32> -> tensor_view<1x64xi16, strides=[?,?]>
      %cst_0_i16 = constant <i16: 0> : tile<1xi16>
      %gsview = make_gather_scatter_view %tview : gather_scatter_view<tile=(1x64), tensor_view<1x64xi16, strides=[?,?]>, sparse_dim=0>
      %reshape_0 = reshape %reshape : tile<64xi16> -> tile<1x64xi16>
      %0 = store_view_tko weak %reshape_0, %gsview[%cst_0_i16, %cst_1_i32] : tile<1x64xi16>, gather_scatter_view<tile=(1x64), tensor_view<1x64xi16, strides=[?,?]>, sparse_dim=0>, tile<1xi16>, tile<i32> -> token
      return
    }
  }
}
