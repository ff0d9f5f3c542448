// Nothing is below true, which is -1.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 0 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %c = trunci %x : tile<i32> -> tile<i1>
    %yes = constant <i1: true> : tile<i1>
    %less = cmpi less_than %c, %yes, signed : tile<i1> -> tile<i1>
    %r = select %less, %x, %y : tile<i1>, tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
