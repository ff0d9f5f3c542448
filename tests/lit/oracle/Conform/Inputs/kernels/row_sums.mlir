// Sums of rows. It reaches PTX.
// tilefuzz.launch kernel=@row_sums grid=1,1,1 seed=5
// tilefuzz.buffer x : f32[1024] = uniform(-1, 4)
// tilefuzz.buffer y : f32[8] = fill(0)
// tilefuzz.args &x &y
cuda_tile.module @kernels {
  entry @row_sums(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %x_view = make_tensor_view %x, shape = [8, 128], strides = [128, 1] : tensor_view<8x128xf32, strides=[128,1]>
    %x_tiles = make_partition_view %x_view : partition_view<tile=(8x128), tensor_view<8x128xf32, strides=[128,1]>>
    %y_view = make_tensor_view %y, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %y_tiles = make_partition_view %y_view : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
    %t, %t0 = load_view_tko weak %x_tiles[%i, %i] : partition_view<tile=(8x128), tensor_view<8x128xf32, strides=[128,1]>>, tile<i32> -> tile<8x128xf32>, token
    %s = reduce %t dim=1 identities=[0.000000e+00 : f32] : tile<8x128xf32> -> tile<8xf32>
    (%lhs: tile<f32>, %rhs: tile<f32>) {
      %both = addf %lhs, %rhs : tile<f32>
      yield %both : tile<f32>
    }
    %t1 = store_view_tko weak %s, %y_tiles[%i] : tile<8xf32>, partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
