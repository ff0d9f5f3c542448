// tilefuzz.launch kernel=@copy grid=4,1,1 seed=3
// tilefuzz.buffer a : TYPE[4096] = bits()
// tilefuzz.buffer b : TYPE[4096] = fill(1)
// tilefuzz.args &a &b
cuda_tile.module @m {
  entry @copy(%a: tile<ptr<TYPE>>, %b: tile<ptr<TYPE>>) {
    %i, %j, %k = get_tile_block_id : tile<i32>
    %va = make_tensor_view %a, shape = [4096], strides = [1] : tensor_view<4096xTYPE, strides=[1]>
    %pa = make_partition_view %va : partition_view<tile=(1024), tensor_view<4096xTYPE, strides=[1]>>
    %x, %t = load_view_tko weak %pa[%i] : partition_view<tile=(1024), tensor_view<4096xTYPE, strides=[1]>>, tile<i32> -> tile<1024xTYPE>, token
    %vb = make_tensor_view %b, shape = [4096], strides = [1] : tensor_view<4096xTYPE, strides=[1]>
    %pb = make_partition_view %vb : partition_view<tile=(1024), tensor_view<4096xTYPE, strides=[1]>>
    %u = store_view_tko weak %x, %pb[%i] : tile<1024xTYPE>, partition_view<tile=(1024), tensor_view<4096xTYPE, strides=[1]>>, tile<i32> -> token
  }
}
