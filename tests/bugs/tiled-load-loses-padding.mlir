// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b1 : i8[65] = fill(0)
// tilefuzz.args &b1 7
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>, %arg1: tile<i32>) {
      %tview = make_tensor_view %arg0, shape = [%arg1], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
      %cst_1_i16 = constant <i16: 1> : tile<i16>
      %pview = make_partition_view %tview : partition_view<tile=(4), padding_value = zero, tensor_view<?xi8, strides=[1]>>
      %tile, %result_token = load_view_tko weak %pview[%cst_1_i16] : partition_view<tile=(4), padding_value = zero, tensor_view<?xi8, strides=[1]>>, tile<i16> -> tile<4xi8>, token
      %reshape = reshape %tile : tile<4xi8> -> tile<2x1x2xi8>
      %reduce = reduce %reshape dim=2 identities=[0 : i8] : tile<2x1x2xi8> -> tile<2x1xi8> (%reduce_lhs: tile<i8>, %reduce_rhs: tile<i8>) {
        yield %reduce_lhs : tile<i8>
      }
      %reshape_0 = reshape %reduce : tile<2x1xi8> -> tile<2xi8>
      %reshape_1 = reshape %arg0 : tile<ptr<i8>> -> tile<1xptr<i8>>
      %bcast = broadcast %reshape_1 : tile<1xptr<i8>> -> tile<2xptr<i8>>
      %0 = iota : tile<2xi32>
      %1 = offset %bcast, %0 : tile<2xptr<i8>>, tile<2xi32> -> tile<2xptr<i8>>
      %2 = store_ptr_tko weak %1, %reshape_0 : tile<2xptr<i8>>, tile<2xi8> -> token
      return
    }
  }
}
