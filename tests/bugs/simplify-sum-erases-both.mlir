// What is added twice and taken away once is there once.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 3 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %s = addi %x, %y : tile<i32>
    %u = addi %s, %y : tile<i32>
    %r = subi %u, %y : tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
