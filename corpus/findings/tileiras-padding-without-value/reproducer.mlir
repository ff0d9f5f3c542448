// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer source : f8E4M3FN[32] = fill(1)
// tilefuzz.buffer target : f8E4M3FN[32] = fill(1)
// tilefuzz.args &source &target
cuda_tile.module @kernels {
  entry @main(%source: tile<ptr<f8E4M3FN>>, %target: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i64: 0> : tile<i64>
    %view = make_tensor_view %source, shape = [32], strides = [1] : tensor_view<32xf8E4M3FN, strides=[1]>
    %tiles = make_partition_view %view : partition_view<tile=(32), padding_value = pos_inf, tensor_view<32xf8E4M3FN, strides=[1]>>
    %tile, %token = load_view_tko weak %tiles[%zero] : partition_view<tile=(32), padding_value = pos_inf, tensor_view<32xf8E4M3FN, strides=[1]>>, tile<i64> -> tile<32xf8E4M3FN>, token
    %out = make_tensor_view %target, shape = [32], strides = [1] : tensor_view<32xf8E4M3FN, strides=[1]>
    %outTiles = make_partition_view %out : partition_view<tile=(32), tensor_view<32xf8E4M3FN, strides=[1]>>
    %stored = store_view_tko weak %tile, %outTiles[%zero] : tile<32xf8E4M3FN>, partition_view<tile=(32), tensor_view<32xf8E4M3FN, strides=[1]>>, tile<i64> -> token
    return
  }
}
