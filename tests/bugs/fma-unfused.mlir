// (1 + 2^-23)^2 - (1 + 2^-22) is 2^-46; the rounded product leaves 0.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : f32[4] = fill(1.00000012)
// tilefuzz.buffer y : f32[4] = fill(-1.00000024)
// tilefuzz.buffer out : f32[4] = fill(7)
// tilefuzz.args &x &y &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %i = constant <i32: 0> : tile<i32>
    %xv = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %xp = make_partition_view %xv : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %yv = make_tensor_view %y, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %yp = make_partition_view %yv : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %ov = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %op = make_partition_view %ov : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %a, %t = load_view_tko weak %xp[%i] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %b, %u = load_view_tko weak %yp[%i] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %r = fma %a, %a, %b : tile<4xf32>
    %w = store_view_tko weak %r, %op[%i] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
