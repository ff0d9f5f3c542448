// tilefuzz.launch kernel=@main grid=1,1,1
// tilefuzz.buffer b0 : i32[8] = fill(0)
// tilefuzz.args &b0
module {
  cuda_tile.module @m {
    entry @main(%arg0: tile<ptr<i32>>) {
      %three = constant <i32: 3> : tile<i32>
      %five = constant <i32: 5> : tile<i32>
      %sum = addi %three, %five : tile<i32>
      %token = store_ptr_tko weak %arg0, %sum : tile<ptr<i32>>, tile<i32> -> token
      return
    }
  }
}
