// (x - y) + y + 3: the constant stays.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(7)
// tilefuzz.args &out 1 2 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>, %z: tile<i32>) {
    %three = constant <i32: 3> : tile<i32>
    %d = subi %x, %y : tile<i32>
    %e = addi %y, %three : tile<i32>
    %r = addi %d, %e : tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
