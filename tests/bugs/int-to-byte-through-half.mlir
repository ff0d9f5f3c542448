// 36865 is above the middle of two numbers, and f16 has the middle only.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(7)
// tilefuzz.args &out 36865
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %x: tile<i32>) {
    %y = itof %x signed : tile<i32> -> tile<f8E5M2>
    %r = ftof %y : tile<f8E5M2> -> tile<f32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
