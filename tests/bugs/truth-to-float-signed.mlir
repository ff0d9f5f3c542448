// True is 1.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(7)
// tilefuzz.args &out 1
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %c = trunci %n : tile<i32> -> tile<i1>
    %r = itof %c unsigned : tile<i1> -> tile<f32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
