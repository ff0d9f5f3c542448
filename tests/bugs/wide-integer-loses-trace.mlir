// 2^62 + 2^51 + 1 is above the middle of two numbers, and f64 has the middle only.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(7)
// tilefuzz.args &out 4613937818241073153
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %x: tile<i64>) {
    %y = itof %x signed : tile<i64> -> tile<tf32>
    %r = ftof %y : tile<tf32> -> tile<f32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
