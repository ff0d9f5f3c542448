// NaN is in no order.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out nan 1
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<f32>, %y: tile<f32>) {
    %c = cmpf not_equal ordered %x, %y : tile<f32> -> tile<i1>
    %r = exti %c unsigned : tile<i1> -> tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
