// 0, 1 and 2 are not 3 either.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 0 6
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %lb: tile<i32>, %ub: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %r = for %v in (%lb to %ub, step %one) : tile<i32> iter_values(%acc = %one) -> (tile<i32>) {
      %c = cmpi not_equal %v, %three, signed : tile<i32> -> tile<i1>
      %m = if %c -> (tile<i32>) {
        %a = addi %acc, %one : tile<i32>
        yield %a : tile<i32>
      } else {
        %d = muli %acc, %three : tile<i32>
        yield %d : tile<i32>
      }
      continue %m : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
