// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b2 : i32[64] = fill(0)
// tilefuzz.args &b2
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i32>>) {
      %cst_1_i32 = constant <i32: 1> : tile<2xi32>
      %cst_1_i16 = constant <i16: 1> : tile<2xi16>
      %0:2 = scan %cst_1_i16, %cst_1_i32 dim=0 reverse=true identities=[-32768 : i16, 0 : i32] : tile<2xi16>, tile<2xi32> -> tile<2xi16>, tile<2xi32> (%arg1: tile<i16>, %arg2: tile<i16>, %arg3: tile<i32>, %arg4: tile<i32>) {
        %cst_0_i32 = constant <i32: 0> : tile<i32>
        yield %arg1, %cst_0_i32 : tile<i16>, tile<i32>
      }
      %tview = make_tensor_view %arg0, shape = [125, 1], strides = [1, 1] : tensor_view<125x1xi32, strides=[1,1]>
      %cst_0_i16 = constant <i16: 0> : tile<i16>
      %pview = make_partition_view %tview : partition_view<tile=(1x2), padding_value = zero, tensor_view<125x1xi32, strides=[1,1]>, dim_map=[1, 0]>
      %reshape = reshape %0#1 : tile<2xi32> -> tile<1x2xi32>
      %1 = store_view_tko weak %reshape, %pview[%cst_0_i16, %cst_0_i16] : tile<1x2xi32>, partition_view<tile=(1x2), padding_value = zero, tensor_view<125x1xi32, strides=[1,1]>, dim_map=[1, 0]>, tile<i16> -> token
      return
    }
  }
}
