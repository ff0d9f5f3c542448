// A matrix product accumulated in a loop from zero, again in each iteration of
// an outer loop that keeps the last one.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f16[4096] = fill(1)
// tilefuzz.buffer y : f16[4096] = fill(1)
// tilefuzz.buffer out : f32[16384] = fill(0)
// tilefuzz.args &x &y &out 2
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f16>>, %y: tile<ptr<f16>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x128xf32>
    %xt = make_tensor_view %x, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf16, strides=[32,1]>
    %xv = make_partition_view %xt : partition_view<tile=(128x32), tensor_view<128x32xf16, strides=[32,1]>>
    %yt = make_tensor_view %y, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf16, strides=[128,1]>
    %yv = make_partition_view %yt : partition_view<tile=(32x128), tensor_view<32x128xf16, strides=[128,1]>>
    %ot = make_tensor_view %out, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %ov = make_partition_view %ot : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %all = for %i in (%i0 to %n, step %i1) : tile<i32> iter_values(%a = %zero) -> (tile<128x128xf32>) {
      %sum = for %j in (%i0 to %n, step %i1) : tile<i32> iter_values(%b = %zero) -> (tile<128x128xf32>) {
        %p, %t0 = load_view_tko weak %xv[%i0, %i0] : partition_view<tile=(128x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<128x32xf16>, token
        %q, %t1 = load_view_tko weak %yv[%i0, %i0] : partition_view<tile=(32x128), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x128xf16>, token
        %c = mmaf %p, %q, %b : tile<128x32xf16>, tile<32x128xf16>, tile<128x128xf32>
        continue %c : tile<128x128xf32>
      }
      continue %sum : tile<128x128xf32>
    }
    %t2 = store_view_tko weak %all, %ov[%i0, %i0] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
