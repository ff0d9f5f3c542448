// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : i32[5] = fill(0)
// tilefuzz.args &b2
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i32>>) {
      %0 = iota : tile<2xi32>
      %cst_1_i32 = constant <i32: 1> : tile<2xi32>
      %1 = xori %0, %cst_1_i32 : tile<2xi32>
      %2 = andi %1, %0 : tile<2xi32>
      %tview = make_tensor_view %arg0, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xi32, strides=[4,1]>
      %cst_0_i64 = constant <i64: 0> : tile<i64>
      %pview = make_partition_view %tview : partition_view<tile=(2x1), padding_value = zero, tensor_view<4x4xi32, strides=[4,1]>, dim_map=[1, 0]>
      %reshape = reshape %2 : tile<2xi32> -> tile<2x1xi32>
      %3 = store_view_tko weak %reshape, %pview[%cst_0_i64, %cst_0_i64] : tile<2x1xi32>, partition_view<tile=(2x1), padding_value = zero, tensor_view<4x4xi32, strides=[4,1]>, dim_map=[1, 0]>, tile<i64> -> token
      return
    }
  }
}
