// -1 takes the place of 5.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(5)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %ones = constant <i32: -1> : tile<i32>
    %old, %t = atomic_rmw_tko relaxed device %x, min, %ones : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
