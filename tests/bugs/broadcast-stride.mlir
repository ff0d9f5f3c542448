// Four rows, eight times each.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[32] = fill(-1)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%out: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %o = make_tensor_view %out, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xi32, strides=[8,1]>
    %op = make_partition_view %o : partition_view<tile=(4x8), tensor_view<4x8xi32, strides=[8,1]>>
    %n = iota : tile<4xi32>
    %m = reshape %n : tile<4xi32> -> tile<4x1xi32>
    %a = broadcast %m : tile<4x1xi32> -> tile<4x8xi32>
    %u = store_view_tko weak %a, %op[%i, %i] : tile<4x8xi32>, partition_view<tile=(4x8), tensor_view<4x8xi32, strides=[8,1]>>, tile<i32> -> token
    return
  }
}
