// A loop without an iteration passes on the token of the store.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[256] = iota(0, 1)
// tilefuzz.args &x 0
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %n: tile<i32>) {
    %i = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %k = iota : tile<256xi32>
    %m = reshape %k : tile<256xi32> -> tile<16x16xi32>
    %v = make_tensor_view %x, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi32, strides=[16,1]>
    %w = make_tensor_view %x, shape = [16, 16], strides = [1, 16] : tensor_view<16x16xi32, strides=[1,16]>
    %vp = make_partition_view %v : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>
    %wp = make_partition_view %w : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>
    %t0 = store_view_tko weak %m, %wp[%i, %i] : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>, tile<i32> -> token
    %t = for %j in (%i to %n, step %one) : tile<i32> iter_values(%t1 = %t0) -> (token) {
      %fresh = make_token : token
      continue %fresh : token
    }
    %a, %t2 = load_view_tko weak %vp[%i, %i] token = %t : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> tile<16x16xi32>, token
    %b = addi %a, %m : tile<16x16xi32>
    %t3 = store_view_tko weak %b, %vp[%i, %i] token = %t2 : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
