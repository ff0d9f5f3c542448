// The index 200 is -56 as a signed number of 8 bits.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1024] = iota(0, 1)
// tilefuzz.buffer out : i32[4] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %far = constant <i8: 200> : tile<i8>
    %zero = constant <i8: 0> : tile<i8>
    %xv = make_tensor_view %x, shape = [1024], strides = [1] : tensor_view<1024xi32, strides=[1]>
    %xp = make_partition_view %xv : partition_view<tile=(4), tensor_view<1024xi32, strides=[1]>>
    %ov = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %op = make_partition_view %ov : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %v, %t = load_view_tko weak %xp[%far] : partition_view<tile=(4), tensor_view<1024xi32, strides=[1]>>, tile<i8> -> tile<4xi32>, token
    %u = store_view_tko weak %v, %op[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i8> -> token
    return
  }
}
