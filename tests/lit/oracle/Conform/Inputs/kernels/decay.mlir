// The softmax of rows whose elements lie up to 95 apart: some results are
// subnormal.
// tilefuzz.launch kernel=@decay grid=1,1,1 seed=6
// tilefuzz.buffer x : f32[512] = uniform(-95, 0)
// tilefuzz.buffer y : f32[512] = fill(-1)
// tilefuzz.args &x &y
cuda_tile.module @kernels {
  entry @decay(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %x_view = make_tensor_view %x, shape = [4, 128], strides = [128, 1] : tensor_view<4x128xf32, strides=[128,1]>
    %x_tiles = make_partition_view %x_view : partition_view<tile=(4x128), tensor_view<4x128xf32, strides=[128,1]>>
    %y_view = make_tensor_view %y, shape = [4, 128], strides = [128, 1] : tensor_view<4x128xf32, strides=[128,1]>
    %y_tiles = make_partition_view %y_view : partition_view<tile=(4x128), tensor_view<4x128xf32, strides=[128,1]>>
    %t, %t0 = load_view_tko weak %x_tiles[%i, %i] : partition_view<tile=(4x128), tensor_view<4x128xf32, strides=[128,1]>>, tile<i32> -> tile<4x128xf32>, token
    %m = reduce %t dim=1 identities=[0xFF800000 : f32] : tile<4x128xf32> -> tile<4xf32>
    (%lhs: tile<f32>, %rhs: tile<f32>) {
      %top = maxf %lhs, %rhs : tile<f32>
      yield %top : tile<f32>
    }
    %m1 = reshape %m : tile<4xf32> -> tile<4x1xf32>
    %m2 = broadcast %m1 : tile<4x1xf32> -> tile<4x128xf32>
    %d = subf %t, %m2 : tile<4x128xf32>
    %e = exp %d : tile<4x128xf32>
    %s = reduce %e dim=1 identities=[0.000000e+00 : f32] : tile<4x128xf32> -> tile<4xf32>
    (%lhs: tile<f32>, %rhs: tile<f32>) {
      %both = addf %lhs, %rhs : tile<f32>
      yield %both : tile<f32>
    }
    %s1 = reshape %s : tile<4xf32> -> tile<4x1xf32>
    %s2 = broadcast %s1 : tile<4x1xf32> -> tile<4x128xf32>
    %q = divf %e, %s2 : tile<4x128xf32>
    %t1 = store_view_tko weak %q, %y_tiles[%i, %i] : tile<4x128xf32>, partition_view<tile=(4x128), tensor_view<4x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
