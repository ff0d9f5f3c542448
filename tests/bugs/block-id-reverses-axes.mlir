// Found by a campaign and reduced.
// tilefuzz.launch kernel=@main grid=3,1,1 seed=0
// tilefuzz.buffer b1 : i8[96] = fill(0)
// tilefuzz.args &b1
module {
  cuda_tile.module @generated {
    entry @main(%arg0: tile<ptr<i8>>) {
      %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
      %cst_0_i8 = constant <i8: 0> : tile<1xi8>
      %tview = make_tensor_view %arg0, shape = [83], strides = [1] : tensor_view<83xi8, strides=[1]>
      %0 = trunci %blockId_x  : tile<i32> -> tile<i16>
      %pview = make_partition_view %tview : partition_view<tile=(1), padding_value = zero, tensor_view<83xi8, strides=[1]>>
      %1 = store_view_tko weak %cst_0_i8, %pview[%0] : tile<1xi8>, partition_view<tile=(1), padding_value = zero, tensor_view<83xi8, strides=[1]>>, tile<i16> -> token
      return
    }
  }
}
