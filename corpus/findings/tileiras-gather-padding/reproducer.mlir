// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer source : f8E8M0FNU[32] = fill(1)
// tilefuzz.buffer target : f8E8M0FNU[32] = fill(1)
// tilefuzz.args &source &target
cuda_tile.module @kernels {
  entry @main(%source: tile<ptr<f8E8M0FNU>>, %target: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i64: 0> : tile<i64>
    %rows = constant <i64: 0> : tile<32xi64>
    %view = make_tensor_view %source, shape = [32], strides = [1] : tensor_view<32xf8E8M0FNU, strides=[1]>
    %tiles = make_gather_scatter_view %view : gather_scatter_view<tile=(32), padding_value = zero, tensor_view<32xf8E8M0FNU, strides=[1]>, sparse_dim=0>
    %tile, %token = load_view_tko weak %tiles[%rows] : gather_scatter_view<tile=(32), padding_value = zero, tensor_view<32xf8E8M0FNU, strides=[1]>, sparse_dim=0>, tile<32xi64> -> tile<32xf8E8M0FNU>, token
    %out = make_tensor_view %target, shape = [32], strides = [1] : tensor_view<32xf8E8M0FNU, strides=[1]>
    %outTiles = make_partition_view %out : partition_view<tile=(32), tensor_view<32xf8E8M0FNU, strides=[1]>>
    %stored = store_view_tko weak %tile, %outTiles[%zero] : tile<32xf8E8M0FNU>, partition_view<tile=(32), tensor_view<32xf8E8M0FNU, strides=[1]>>, tile<i64> -> token
    return
  }
}
