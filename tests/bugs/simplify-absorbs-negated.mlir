// x is -1 and y is 0.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out -1 0
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %ones = constant <i32: -1> : tile<i32>
    %n = xori %x, %ones : tile<i32>
    %o = ori %n, %y : tile<i32>
    %r = andi %x, %o : tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
