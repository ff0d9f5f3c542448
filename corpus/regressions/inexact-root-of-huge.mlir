// The slope of rsqrt at 7e237 is too small for a double: its affine form was
// forty times too narrow, and a right result lay outside.
// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer root : f64[1] = fill(0)
// tilefuzz.args &root
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f64>>) {
    %x = constant <f64: -7.0> : tile<f64>
    %s = sinh %x : tile<f64>
    %y = cosh %s : tile<f64>
    %z = addf %y, %s rounding<zero> : tile<f64>
    %r = rsqrt %z : tile<f64>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
}
