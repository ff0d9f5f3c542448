// The update adds to what was stored.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[256] = fill(0)
// tilefuzz.buffer out : i32[256] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = iota : tile<256xi32>
    %square = reshape %n : tile<256xi32> -> tile<16x16xi32>
    %v = make_tensor_view %x, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi32, strides=[16,1]>
    %w = make_tensor_view %x, shape = [16, 16], strides = [1, 16] : tensor_view<16x16xi32, strides=[1,16]>
    %o = make_tensor_view %out, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi32, strides=[16,1]>
    %vp = make_partition_view %v : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>
    %wp = make_partition_view %w : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>
    %op = make_partition_view %o : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>

    %t1 = store_view_tko weak %square, %vp[%i, %i] : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
    %b = constant <i32: 1000> : tile<16x16xi32>
    %t2 = atomic_red_view_tko relaxed device %wp[%i, %i], add, %b token = %t1 : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>, tile<i32> -> token
    return
  }
}
