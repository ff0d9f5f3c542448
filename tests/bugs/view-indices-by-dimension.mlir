// The second tile along the rows.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[32] = iota(1, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %p: tile<ptr<i32>>) {
    %q1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %n = iota : tile<8xi32>
    %q = offset %q2, %n : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>

    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %xv = make_tensor_view %x, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xi32, strides=[8,1]>
    %xp = make_partition_view %xv : partition_view<tile=(4x2), tensor_view<4x8xi32, strides=[8,1]>, dim_map=[1, 0]>
    %a, %u = load_view_tko weak %xp[%zero, %one] : partition_view<tile=(4x2), tensor_view<4x8xi32, strides=[8,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x2xi32>, token
    %r = reshape %a : tile<4x2xi32> -> tile<8xi32>
    %t = store_ptr_tko weak %q, %r : tile<8xptr<i32>>, tile<8xi32> -> token
    return
  }
}
