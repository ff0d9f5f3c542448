// A product of matrices of f16, summed in f32.
// tilefuzz.launch kernel=@product grid=1,1,1 seed=7
// tilefuzz.buffer a : f16[1024] = uniform(-2, 2)
// tilefuzz.buffer b : f16[1024] = uniform(-2, 2)
// tilefuzz.buffer c : f32[256] = fill(0)
// tilefuzz.args &a &b &c
cuda_tile.module @kernels {
  entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %a_view = make_tensor_view %a, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xf16, strides=[64,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(16x64), tensor_view<16x64xf16, strides=[64,1]>>
    %b_view = make_tensor_view %b, shape = [64, 16], strides = [16, 1] : tensor_view<64x16xf16, strides=[16,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(64x16), tensor_view<64x16xf16, strides=[16,1]>>
    %c_view = make_tensor_view %c, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf32, strides=[16,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>
    %x, %t0 = load_view_tko weak %a_tiles[%i, %i] : partition_view<tile=(16x64), tensor_view<16x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x64xf16>, token
    %y, %t1 = load_view_tko weak %b_tiles[%i, %i] : partition_view<tile=(64x16), tensor_view<64x16xf16, strides=[16,1]>>, tile<i32> -> tile<64x16xf16>, token
    %z = mmaf %x, %y, %zero : tile<16x64xf16>, tile<64x16xf16>, tile<16x16xf32>
    %t2 = store_view_tko weak %z, %c_tiles[%i, %i] : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
