// Whoever sees the flag sees the value.
// tilefuzz.launch kernel=@k grid=1,1,1
// tilefuzz.buffer value : i32[1] = fill(0)
// tilefuzz.buffer flag : i32[1] = fill(0)
// tilefuzz.args &value &flag
cuda_tile.module @kernels {
  entry @k(%value: tile<ptr<i32>>, %flag: tile<ptr<i32>>) {
    %c = constant <i32: 7> : tile<i32>
    %s = store_ptr_tko weak %value, %c : tile<ptr<i32>>, tile<i32> -> token
    %t = store_ptr_tko release sys %flag, %c token=%s : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
