// The tile's dimensions are those of the tensor exchanged.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[32] = iota(0, 1)
// tilefuzz.buffer out : i32[16] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %xv = make_tensor_view %x, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xi32, strides=[8,1]>
    %xp = make_partition_view %xv : partition_view<tile=(4x4), tensor_view<4x8xi32, strides=[8,1]>, dim_map=[1, 0]>
    %ov = make_tensor_view %out, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xi32, strides=[4,1]>
    %op = make_partition_view %ov : partition_view<tile=(4x4), tensor_view<4x4xi32, strides=[4,1]>>
    %v, %t = load_view_tko weak %xp[%zero, %zero] : partition_view<tile=(4x4), tensor_view<4x8xi32, strides=[8,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x4xi32>, token
    %u = store_view_tko weak %v, %op[%zero, %zero] : tile<4x4xi32>, partition_view<tile=(4x4), tensor_view<4x4xi32, strides=[4,1]>>, tile<i32> -> token
    return
  }
}
