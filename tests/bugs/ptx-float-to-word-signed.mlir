// 3 * 10^9 is no signed number.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 3.0e9
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<f32>) {
    %r = ftoi %x unsigned : tile<f32> -> tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
