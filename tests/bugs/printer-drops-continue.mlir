// The third trip ends early. Printed without the continue, it stores, too.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %lower = constant <i32: 0> : tile<i32>
    %upper = constant <i32: 4> : tile<i32>
    %step = constant <i32: 1> : tile<i32>
    %third = constant <i32: 2> : tile<i32>
    for %i in (%lower to %upper, step %step) : tile<i32> {
      %ends = cmpi equal %i, %third, signed : tile<i32> -> tile<i1>
      if %ends {
        continue
      }
      %q = offset %p, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %t = store_ptr_tko weak %q, %step : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
