// c != false is c, not its negation.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(7)
// tilefuzz.args &out 1 2 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>, %z: tile<i32>) {
    %no = constant <i1: false> : tile<i1>
    %c = cmpi less_than %x, %y, signed : tile<i32> -> tile<i1>
    %n = cmpi not_equal %c, %no, signed : tile<i1> -> tile<i1>
    %r = select %n, %x, %y : tile<i1>, tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
