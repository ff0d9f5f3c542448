// 1 + 1 + 3 is 5.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 1 1
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %three = constant <i32: 3> : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %s = addi %x, %y : tile<i32>
    %u = addi %s, %three : tile<i32>
    %c = cmpi equal %u, %five, signed : tile<i32> -> tile<i1>
    %r = exti %c unsigned : tile<i1> -> tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
