// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : f32[70] = special()
// tilefuzz.buffer b3 : i1[30] = fill(0)
// tilefuzz.args &b0 13 &b3 9 0
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<ptr<i1>>, %arg3: tile<i32>, %arg4: tile<i8>) {
      %tview = make_tensor_view %arg0, shape = [%arg1], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
      %cst_0_i32 = constant <i32: 0> : tile<i32>
      %pview = make_partition_view %tview : partition_view<tile=(16), padding_value = neg_zero, tensor_view<?xf32, strides=[1]>>
      %tile, %result_token = load_view_tko weak %pview[%cst_0_i32] : partition_view<tile=(16), padding_value = neg_zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
      %reshape = reshape %tile : tile<16xf32> -> tile<2x4x2xf32>
      %0 = cmpf equal unordered %reshape, %reshape : tile<2x4x2xf32> -> tile<2x4x2xi1>
      %reshape_0 = reshape %0 : tile<2x4x2xi1> -> tile<16xi1>
      %tview_1 = make_tensor_view %arg2, shape = [%arg3, 2], strides = [2, %arg1] : tile<i32> -> tensor_view<?x2xi1, strides=[2,?]>
      %1 = iota : tile<8xi8>
      %gsview = make_gather_scatter_view %tview_1 : gather_scatter_view<tile=(8x2), padding_value = zero, tensor_view<?x2xi1, strides=[2,?]>, sparse_dim=0>
      %reshape_2 = reshape %reshape_0 : tile<16xi1> -> tile<8x2xi1>
      %2 = store_view_tko weak %reshape_2, %gsview[%1, %arg4] : tile<8x2xi1>, gather_scatter_view<tile=(8x2), padding_value = zero, tensor_view<?x2xi1, strides=[2,?]>, sparse_dim=0>, tile<8xi8>, tile<i8> -> token
      return
    }
  }
}
