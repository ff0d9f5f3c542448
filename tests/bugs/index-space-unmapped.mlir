// Tiles of two columns by one row.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[32] = fill(0)
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %p: tile<ptr<i32>>) {
    %v = make_tensor_view %x, shape = [8, 4], strides = [4, 1] : tensor_view<8x4xi32, strides=[4,1]>
    %w = make_partition_view %v : partition_view<tile=(2x1), tensor_view<8x4xi32, strides=[4,1]>, dim_map=[1, 0]>
    %n:2 = get_index_space_shape %w : partition_view<tile=(2x1), tensor_view<8x4xi32, strides=[4,1]>, dim_map=[1, 0]> -> tile<i32>
    %t = store_ptr_tko weak %p, %n#0 : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
