// 5 is left.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 3
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %k = constant <i32: 5> : tile<i32>
    %a = xori %x, %k : tile<i32>
    %r = xori %a, %x : tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
