// The store is for the whole system.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &out 1
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %t = store_ptr_tko release sys %p, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
