// The value is read behind the tile of flags.
// tilefuzz.launch kernel=@k grid=1,1,1
// tilefuzz.buffer value : i32[4] = fill(3)
// tilefuzz.buffer flag : i32[4] = fill(0)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &value &flag &out
cuda_tile.module @kernels {
  entry @k(%value: tile<ptr<i32>>, %flag: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %i = constant <i32: 0> : tile<i32>
    %m = make_tensor_view %flag, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %w = make_partition_view %m : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %all, %t = load_view_tko acquire device %w[%i] : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %v, %u = load_ptr_tko weak %value token=%t : tile<ptr<i32>> -> tile<i32>, token
    %s = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    %p = offset %out, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %n = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %x = make_partition_view %n : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %r = store_view_tko weak %all, %x[%i] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
