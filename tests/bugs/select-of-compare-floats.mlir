// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : f32[1] = fill(0)
// tilefuzz.buffer b1 : f32[1] = fill(7)
// tilefuzz.args &b0 &b1
module {
  cuda_tile.module @m {
    entry @main(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
      %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
      %y = negf %x : tile<f32>
      %c = cmpf equal ordered %x, %y : tile<f32> -> tile<i1>
      %r = select %c, %x, %y : tile<i1>, tile<f32>
      %w = store_ptr_tko weak %q, %r token=%t : tile<ptr<f32>>, tile<f32> -> token
      return
    }
  }
}
