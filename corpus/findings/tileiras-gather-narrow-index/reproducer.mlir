// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer source : i32[16] = iota(5, 1)
// tilefuzz.buffer rows : i16[16] = fill(3)
// tilefuzz.buffer target : i32[16] = fill(0)
// tilefuzz.args &source &rows &target
cuda_tile.module @kernels {
  entry @main(%source: tile<ptr<i32>>, %rows: tile<ptr<i16>>, %target: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %rowView = make_tensor_view %rows, shape = [16], strides = [1] : tensor_view<16xi16, strides=[1]>
    %rowTiles = make_partition_view %rowView : partition_view<tile=(16), tensor_view<16xi16, strides=[1]>>
    %index, %read = load_view_tko weak %rowTiles[%zero] : partition_view<tile=(16), tensor_view<16xi16, strides=[1]>>, tile<i32> -> tile<16xi16>, token
    %view = make_tensor_view %source, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %gather = make_gather_scatter_view %view : gather_scatter_view<tile=(16), tensor_view<16xi32, strides=[1]>, sparse_dim=0>
    %tile, %token = load_view_tko weak %gather[%index] : gather_scatter_view<tile=(16), tensor_view<16xi32, strides=[1]>, sparse_dim=0>, tile<16xi16> -> tile<16xi32>, token
    %out = make_tensor_view %target, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %outTiles = make_partition_view %out : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
    %stored = store_view_tko weak %tile, %outTiles[%zero] : tile<16xi32>, partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
