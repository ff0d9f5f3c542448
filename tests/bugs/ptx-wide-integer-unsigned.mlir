// A negative number.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f64[1] = fill(7)
// tilefuzz.args &out -5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f64>>, %x: tile<i64>) {
    %r = itof %x signed : tile<i64> -> tile<f64>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
}
