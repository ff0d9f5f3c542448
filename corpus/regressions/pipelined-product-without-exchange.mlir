// Pipelined, the rings of both factors had all 48 KiB of shared memory, and the product nothing to exchange its factors in.
// tilefuzz.launch kernel=@product grid=1,1,1 seed=1
// tilefuzz.buffer a : f32[4096] = list(3, -1, 4, 1, -5, 9, 2, -6, 5, 3, -5)
// tilefuzz.buffer b : f32[2048] = list(2, 7, -1, 8, -2, 8, 1, 8, -2, 8, 4, 5, -9)
// tilefuzz.buffer c : f32[8192] = fill(7)
// tilefuzz.args &a &b &c 2
cuda_tile.module @kernels {
  entry @product(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %trips: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %init = constant <f32: 0.0> : tile<128x64xf32>
    %ta = make_tensor_view %a, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf32, strides=[32,1]>
    %tb = make_tensor_view %b, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf32, strides=[64,1]>
    %tc = make_tensor_view %c, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %va = make_partition_view %ta : partition_view<tile=(128x16), tensor_view<128x32xf32, strides=[32,1]>>
    %vb = make_partition_view %tb : partition_view<tile=(16x64), tensor_view<32x64xf32, strides=[64,1]>>
    %vc = make_partition_view %tc : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %sum = for %i in (%zero to %trips, step %one) : tile<i32> iter_values(%acc = %init) -> (tile<128x64xf32>) {
      %x, %t = load_view_tko weak %va[%zero, %i] : partition_view<tile=(128x16), tensor_view<128x32xf32, strides=[32,1]>>, tile<i32> -> tile<128x16xf32>, token
      %y, %u = load_view_tko weak %vb[%i, %zero] : partition_view<tile=(16x64), tensor_view<32x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x64xf32>, token
      %next = mmaf %x, %y, %acc : tile<128x16xf32>, tile<16x64xf32>, tile<128x64xf32>
      continue %next : tile<128x64xf32>
    }
    %w = store_view_tko weak %sum, %vc[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
