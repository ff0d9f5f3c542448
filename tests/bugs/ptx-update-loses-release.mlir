// What came before becomes visible with the update.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %old, %t = atomic_rmw_tko release device %x, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
