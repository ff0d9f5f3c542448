// tilefuzz.launch kernel=@e grid=1,1,1
// tilefuzz.buffer out : i32[4] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>) {
    %c = constant <i1: true> : tile<i1>
    %a = constant <i32: 12> : tile<i32>
    %b = constant <i32: 5> : tile<i32>
    %q = divi %a, %b signed : tile<i32>
    %s = select %c, %q, %b : tile<i1>, tile<i32>
    %m = muli %s, %a : tile<i32>
    %t = store_ptr_tko weak %p, %m : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
