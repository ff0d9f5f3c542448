// The greatest i32 is no bound of i64.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i64[1] = fill(7)
// tilefuzz.args &out 5000000000
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i64>>, %x: tile<i64>) {
    %k = constant <i64: 2147483647> : tile<i64>
    %r = maxi %x, %k signed : tile<i64>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
}
