// A tensor of 200 elements, which an i8 holds as -56.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[200] = iota(0, 1)
// tilefuzz.args &x -56
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %n: tile<i8>) {
    %i = constant <i32: 40> : tile<i32>
    %k = constant <i32: 7> : tile<4xi32>
    %v = make_tensor_view %x, shape = [%n], strides = [1] : tile<i8> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
    %s = get_tensor_shape %v : tensor_view<?xi32, strides=[1]> -> tile<i32>
    %t = store_ptr_tko weak %x, %s : tile<ptr<i32>>, tile<i32> -> token
    %u = store_view_tko weak %k, %w[%i] token = %t : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
