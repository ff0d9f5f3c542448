// Nothing is divided by 0.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 5 0
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %a: tile<i32>, %b: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %c = cmpi not_equal %b, %zero, signed : tile<i32> -> tile<i1>
    %r = if %c -> (tile<i32>) {
      %d = divi %a, %b signed : tile<i32>
      yield %d : tile<i32>
    } else {
      yield %zero : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
