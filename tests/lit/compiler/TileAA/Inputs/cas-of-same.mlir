// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(7)
// tilefuzz.buffer r : i32[1] = fill(0)
// tilefuzz.args &x &r
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %r: tile<ptr<i32>>) {
    %c = constant <i32: 5> : tile<i32>
    %old, %t = atomic_cas_tko relaxed device %x, %c, %c : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %u = store_ptr_tko weak %r, %old token=%t : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
