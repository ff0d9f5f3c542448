// 2.75 becomes 2.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &out 2.75
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<f32>) {
    %r = ftoi %x signed : tile<f32> -> tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
