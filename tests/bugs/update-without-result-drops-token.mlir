// The update comes after the store.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %five = constant <i32: 5> : tile<i32>
    %t1 = store_ptr_tko weak %x, %five : tile<ptr<i32>>, tile<i32> -> token
    %old, %t2 = atomic_rmw_tko relaxed device %x, add, %five token = %t1 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
