// Ten elements make five tiles of four that are two apart.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[10] = fill(0)
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %v = make_tensor_view %x, shape = [10], strides = [1] : tensor_view<10xi32, strides=[1]>
    %w = make_strided_view %v : strided_view<tile=(4), traversal_strides=[2], tensor_view<10xi32, strides=[1]>>
    %n = get_index_space_shape %w : strided_view<tile=(4), traversal_strides=[2], tensor_view<10xi32, strides=[1]>> -> tile<i32>
    %t = store_ptr_tko weak %out, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
