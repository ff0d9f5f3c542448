// 0 becomes 7.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %seven = constant <i32: 7> : tile<i32>
    %old, %t = atomic_cas_tko relaxed device %x, %zero, %seven : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
