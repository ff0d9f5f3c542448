// 10^19 is beyond the greatest signed number.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i64[1] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i64>>) {
    %x = constant <f64: 1.0e19> : tile<f64>
    %r = ftoi %x unsigned : tile<f64> -> tile<i64>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
}
