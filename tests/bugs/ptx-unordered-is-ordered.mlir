// NaN is not above anything, and not ordered.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer in : f32[1] = special()
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out &in
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %in: tile<ptr<f32>>) {
    %zero = constant <f32: 0.0> : tile<f32>
    %given, %u = load_ptr_tko weak %in : tile<ptr<f32>> -> tile<f32>, token
    %x = subf %given, %given : tile<f32>
    %nan = divf %x, %x : tile<f32>
    %one = constant <f32: 1.0> : tile<f32>
    %c = cmpf less_than unordered %nan, %one : tile<f32> -> tile<i1>
    %r = exti %c unsigned : tile<i1> -> tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
