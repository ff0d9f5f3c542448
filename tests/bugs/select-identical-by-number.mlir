// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i32[1] = fill(0)
// tilefuzz.buffer b1 : f32[1] = fill(7)
// tilefuzz.args &b0 &b1
module {
  cuda_tile.module @m {
    entry @main(%p: tile<ptr<i32>>, %q: tile<ptr<f32>>) {
      %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      %one = constant <i32: 1> : tile<i32>
      %c = cmpi equal %x, %one, signed : tile<i32> -> tile<i1>
      %a = constant <f32: 0.0> : tile<f32>
      %b = constant <f32: -0.0> : tile<f32>
      %r = select %c, %a, %b : tile<i1>, tile<f32>
      %w = store_ptr_tko weak %q, %r token=%t : tile<ptr<f32>>, tile<f32> -> token
      return
    }
  }
}
