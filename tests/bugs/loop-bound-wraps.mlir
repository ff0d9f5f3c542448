// One trip. Nine with a comparison after the sum, which wraps eight times before
// it meets the bound.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &out 0x38E38E39
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %step: tile<i32>) {
    %lower = constant <i32: 0x7FFFFFFE> : tile<i32>
    %upper = constant <i32: 0x7FFFFFFF> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %trips = for %i in (%lower to %upper, step %step) : tile<i32> iter_values(%n = %zero) -> (tile<i32>) {
      %next = addi %n, %one : tile<i32>
      continue %next : tile<i32>
    }
    %t = store_ptr_tko weak %p, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
