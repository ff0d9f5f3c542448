// tilefuzz.launch kernel=@main grid=1,1,1
// tilefuzz.buffer b0 : i1[8] = fill(1)
// tilefuzz.buffer b1 : i1[8] = fill(1)
// tilefuzz.args &b0 &b1 0
module {
  cuda_tile.module @m {
    entry @main(%arg0: tile<ptr<i1>>, %arg1: tile<ptr<i1>>, %arg2: tile<i1>) {
      %false = constant <i1: false> : tile<i1>
      %masked, %token = load_ptr_tko weak %arg0, %arg2 : tile<ptr<i1>>, tile<i1> -> tile<i1>, token
      %chosen = select %arg2, %masked, %false : tile<i1>, tile<i1>
      %stored = store_ptr_tko weak %arg1, %chosen token=%token : tile<ptr<i1>>, tile<i1> -> token
      return
    }
  }
}
