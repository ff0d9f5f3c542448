// 0, 2 and 4, but not 6.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %lb = constant <i32: 0> : tile<i32>
    %ub = constant <i32: 6> : tile<i32>
    %step = constant <i32: 2> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %r = for %v in (%lb to %ub, step %step) : tile<i32> iter_values(%acc = %one) -> (tile<i32>) {
      %a = addi %acc, %v : tile<i32>
      continue %a : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
