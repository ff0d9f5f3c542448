// -2 is beyond 3 as an unsigned number.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(-1)
// tilefuzz.args &out -2 6 3
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %lb: tile<i32>, %ub: tile<i32>, %k: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %r = for %v in (%lb to %ub, step %one) : tile<i32> iter_values(%acc = %one) -> (tile<i32>) {
      %c = cmpi less_than %v, %k, unsigned : tile<i32> -> tile<i1>
      %m = if %c -> (tile<i32>) {
        %a = addi %acc, %one : tile<i32>
        yield %a : tile<i32>
      } else {
        %d = muli %acc, %ten : tile<i32>
        yield %d : tile<i32>
      }
      continue %m : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
