// The value is read behind the update.
// tilefuzz.launch kernel=@k grid=1,1,1
// tilefuzz.buffer value : i32[4] = fill(3)
// tilefuzz.buffer flag : i32[4] = fill(0)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &value &flag &out
cuda_tile.module @kernels {
  entry @k(%value: tile<ptr<i32>>, %flag: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %f, %t = atomic_rmw_tko acquire device %flag, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %v, %u = load_ptr_tko weak %value token=%t : tile<ptr<i32>> -> tile<i32>, token
    %s = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    %p = offset %out, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %r = store_ptr_tko weak %p, %f : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
