// Whoever sees the update sees the value.
// tilefuzz.launch kernel=@k grid=1,1,1
// tilefuzz.buffer value : i32[4] = fill(3)
// tilefuzz.buffer flag : i32[4] = fill(0)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &value &flag &out
cuda_tile.module @kernels {
  entry @k(%value: tile<ptr<i32>>, %flag: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %s = store_ptr_tko weak %value, %one : tile<ptr<i32>>, tile<i32> -> token
    %old, %t = atomic_rmw_tko release device %flag, add, %one token=%s : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
