// The load reads what other threads have updated.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[256] = fill(0)
// tilefuzz.buffer out : i32[256] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %n = iota : tile<256xi32>
    %square = reshape %n : tile<256xi32> -> tile<16x16xi32>
    %v = make_tensor_view %x, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi32, strides=[16,1]>
    %w = make_tensor_view %x, shape = [16, 16], strides = [1, 16] : tensor_view<16x16xi32, strides=[1,16]>
    %o = make_tensor_view %out, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi32, strides=[16,1]>
    %wp = make_partition_view %w : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>
    %op = make_partition_view %o : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %xs = broadcast %x1 : tile<1x1xptr<i32>> -> tile<16x16xptr<i32>>
    %ps = offset %xs, %square : tile<16x16xptr<i32>>, tile<16x16xi32> -> tile<16x16xptr<i32>>
    %old, %t1 = atomic_rmw_tko relaxed device %ps, add, %square : tile<16x16xptr<i32>>, tile<16x16xi32> -> tile<16x16xi32>, token
    %a, %t2 = load_view_tko weak %wp[%i, %i] token = %t1 : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>, tile<i32> -> tile<16x16xi32>, token
    %t3 = store_view_tko weak %a, %op[%i, %i] : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
