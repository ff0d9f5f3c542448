// 5 is what lies between 5 and 5.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %k = constant <i32: 5> : tile<i32>
    %a = cmpi greater_than_or_equal %x, %k, signed : tile<i32> -> tile<i1>
    %b = cmpi less_than_or_equal %x, %k, signed : tile<i32> -> tile<i1>
    %c = andi %a, %b : tile<i1>
    %r = exti %c unsigned : tile<i1> -> tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
