// The exchange compares with what was stored before it.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x 3 7
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %three: tile<i32>, %seven: tile<i32>) {
    %s = store_ptr_tko relaxed device %x, %three : tile<ptr<i32>>, tile<i32> -> token
    %old, %t = atomic_cas_tko relaxed device %x, %three, %seven token=%s : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
