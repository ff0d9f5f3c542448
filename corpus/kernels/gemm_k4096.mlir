// C = A * B in f32 and D = C in f16, with sums of 4096 products.
// tilefuzz.launch kernel=@gemm_k4096 grid=1,1,1 seed=21
// tilefuzz.buffer A : f16[131072] = uniform(-1, 1)
// tilefuzz.buffer B : f16[131072] = uniform(-1, 1)
// tilefuzz.buffer C : f32[1024] = fill(0)
// tilefuzz.buffer D : f16[1024] = fill(0)
// tilefuzz.args &A &B &C &D
cuda_tile.module @kernels {
  entry @gemm_k4096(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %d: tile<ptr<f16>>) {
    %token = make_token : token
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %steps = constant <i32: 64> : tile<i32>
    %zero = constant <f32: 0.000000e+00> : tile<32x32xf32>
    %a_view = make_tensor_view %a, shape = [32, 4096], strides = [4096, 1] : tensor_view<32x4096xf16, strides=[4096,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(32x64), tensor_view<32x4096xf16, strides=[4096,1]>>
    %b_view = make_tensor_view %b, shape = [4096, 32], strides = [32, 1] : tensor_view<4096x32xf16, strides=[32,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(64x32), tensor_view<4096x32xf16, strides=[32,1]>>
    %c_view = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %d_view = make_tensor_view %d, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf16, strides=[32,1]>
    %d_tiles = make_partition_view %d_view : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>
    %product = for %k in (%c0 to %steps, step %c1) : tile<i32> iter_values(%sum = %zero) -> (tile<32x32xf32>) {
      %left, %left_token = load_view_tko weak %a_tiles[%c0, %k] token = %token : partition_view<tile=(32x64), tensor_view<32x4096xf16, strides=[4096,1]>>, tile<i32> -> tile<32x64xf16>, token
      %right, %right_token = load_view_tko weak %b_tiles[%k, %c0] token = %token : partition_view<tile=(64x32), tensor_view<4096x32xf16, strides=[32,1]>>, tile<i32> -> tile<64x32xf16>, token
      %next = mmaf %left, %right, %sum : tile<32x64xf16>, tile<64x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %narrow = ftof %product : tile<32x32xf32> -> tile<32x32xf16>
    %c_token = store_view_tko weak %product, %c_tiles[%c0, %c0] token = %token : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    %d_token = store_view_tko weak %narrow, %d_tiles[%c0, %c0] token = %token : tile<32x32xf16>, partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
