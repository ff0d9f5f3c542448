// What is left is x and five.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 20 3
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %five = constant <i32: 5> : tile<i32>
    %a = subi %x, %y : tile<i32>
    %b = addi %y, %five : tile<i32>
    %r = addi %a, %b : tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
