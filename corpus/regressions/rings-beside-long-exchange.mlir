// Rings of which assign-buffers said that they do not fit: it counted a change of layout of 64 KiB, which goes in parts.
// tilefuzz.launch kernel=@rings grid=1,1,1 seed=21
// tilefuzz.buffer A : bf16[8192] = uniform(-1, 1)
// tilefuzz.buffer B : bf16[8192] = uniform(-1, 1)
// tilefuzz.buffer C : f32[16384] = fill(0)
// tilefuzz.args &A &B &C
cuda_tile.module @kernels {
  entry @rings(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>) {
    %token = make_token : token
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %steps = constant <i32: 4> : tile<i32>
    %zero = constant <f32: 0.000000e+00> : tile<128x128xf32>
    %a_view = make_tensor_view %a, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xbf16, strides=[64,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(128x16), tensor_view<128x64xbf16, strides=[64,1]>>
    %b_view = make_tensor_view %b, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xbf16, strides=[128,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(16x128), tensor_view<64x128xbf16, strides=[128,1]>>
    %c_view = make_tensor_view %c, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %product = for %k in (%c0 to %steps, step %c1) : tile<i32> iter_values(%sum = %zero) -> (tile<128x128xf32>) {
      %left, %left_token = load_view_tko weak %a_tiles[%c0, %k] token = %token : partition_view<tile=(128x16), tensor_view<128x64xbf16, strides=[64,1]>>, tile<i32> -> tile<128x16xbf16>, token
      %right, %right_token = load_view_tko weak %b_tiles[%k, %c0] token = %token : partition_view<tile=(16x128), tensor_view<64x128xbf16, strides=[128,1]>>, tile<i32> -> tile<16x128xbf16>, token
      %next = mmaf %left, %right, %sum : tile<128x16xbf16>, tile<16x128xbf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %c_token = store_view_tko weak %product, %c_tiles[%c0, %c0] token = %token : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
