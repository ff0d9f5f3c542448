// The mean of 32 numbers.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[256] = uniform(1, 4)
// tilefuzz.buffer out : f32[8] = fill(7)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %xv = make_tensor_view %x, shape = [8, 32], strides = [32, 1] : tensor_view<8x32xf32, strides=[32,1]>
    %xp = make_partition_view %xv : partition_view<tile=(8x32), tensor_view<8x32xf32, strides=[32,1]>>
    %xt, %xk = load_view_tko weak %xp[%i, %i] : partition_view<tile=(8x32), tensor_view<8x32xf32, strides=[32,1]>>, tile<i32> -> tile<8x32xf32>, token
    %outv = make_tensor_view %out, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %outp = make_partition_view %outv : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
    %s = reduce %xt dim=1 identities=[0.000000e+00 : f32] : tile<8x32xf32> -> tile<8xf32>
    (%l: tile<f32>, %r: tile<f32>) {
      %c = addf %l, %r : tile<f32>
      yield %c : tile<f32>
    }
    %n = constant <f32: 3.200000e+01> : tile<8xf32>
    %m = divf %s, %n : tile<8xf32>
    %w = store_view_tko weak %m, %outp[%i] : tile<8xf32>, partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
