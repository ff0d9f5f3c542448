// The loop counts to 8 and gives 80.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &out 1 8 10
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %one: tile<i32>, %most: tile<i32>, %ten: tile<i32>) {
    %r = loop iter_values(%k = %one) : tile<i32> -> tile<i32> {
      %stop = cmpi greater_than_or_equal %k, %most, signed : tile<i32> -> tile<i1>
      if %stop {
        %m = muli %k, %ten : tile<i32>
        break %m : tile<i32>
      }
      %next = addi %k, %one : tile<i32>
      continue %next : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
