// tilefuzz.launch kernel=@turn grid=1,1,1 seed=1
// tilefuzz.buffer a : i64[8192] = uniform(-100, 100)
// tilefuzz.buffer b : i64[8192] = fill(7)
// tilefuzz.args &a &b
cuda_tile.module @m {
  entry @turn(%p: tile<ptr<i64>>, %q: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %x = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xi64, strides=[64,1]>
    %from = make_partition_view %x : partition_view<tile=(128x64), tensor_view<128x64xi64, strides=[64,1]>>
    %y = make_tensor_view %q, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xi64, strides=[128,1]>
    %to = make_partition_view %y : partition_view<tile=(64x128), tensor_view<64x128xi64, strides=[128,1]>>
    %v, %t = load_view_tko weak %from[%zero, %zero] : partition_view<tile=(128x64), tensor_view<128x64xi64, strides=[64,1]>>, tile<i32> -> tile<128x64xi64>, token
    %w = permute %v [1, 0] : tile<128x64xi64> -> tile<64x128xi64>
    %s = store_view_tko weak %w, %to[%zero, %zero] : tile<64x128xi64>, partition_view<tile=(64x128), tensor_view<64x128xi64, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
