// Ten elements make three tiles of four.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[10] = fill(0)
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %v = make_tensor_view %x, shape = [10], strides = [1] : tensor_view<10xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<10xi32, strides=[1]>>
    %n = get_index_space_shape %w : partition_view<tile=(4), tensor_view<10xi32, strides=[1]>> -> tile<i32>
    %t = store_ptr_tko weak %out, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
