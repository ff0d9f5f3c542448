// The inner condition is not the outer one.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(7)
// tilefuzz.args &out 1 3 2
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>, %z: tile<i32>) {
    %c = cmpi less_than %x, %y, signed : tile<i32> -> tile<i1>
    %d = cmpi less_than %y, %z, signed : tile<i32> -> tile<i1>
    %i = select %d, %y, %z : tile<i1>, tile<i32>
    %r = select %c, %i, %x : tile<i1>, tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
