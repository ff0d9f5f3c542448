// One of two comparisons holds, so not both do.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 1 2
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %yes = constant <i1: true> : tile<i1>
    %a = cmpi less_than %x, %y, signed : tile<i32> -> tile<i1>
    %b = cmpi less_than %y, %x, signed : tile<i32> -> tile<i1>
    %both = andi %a, %b : tile<i1>
    %not = xori %both, %yes : tile<i1>
    %r = exti %not unsigned : tile<i1> -> tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
