// 2^32 - 1 is 3 more than a multiple of 7.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out -1
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %k = constant <i32: 7> : tile<i32>
    %r = remi %x, %k unsigned : tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
