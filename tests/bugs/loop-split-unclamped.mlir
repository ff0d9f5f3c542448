// The condition flips where the loop has long ended.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(-1)
// tilefuzz.args &out 5 2
module {
  cuda_tile.module @m {
    entry @k(%p: tile<ptr<i32>>, %n: tile<i32>, %ub: tile<i32>) {
      %z = constant <i32: 0> : tile<i32>
      %s = constant <i32: 1> : tile<i32>
      %k = constant <i32: 10> : tile<i32>
      %r = for %v in (%z to %ub, step %s) : tile<i32> iter_values(%acc = %s) -> (tile<i32>) {
        %c = cmpi less_than %v, %n, signed : tile<i32> -> tile<i1>
        %m = if %c -> (tile<i32>) {
          %a = addi %acc, %s : tile<i32>
          yield %a : tile<i32>
        } else {
          %d = muli %acc, %k : tile<i32>
          yield %d : tile<i32>
        }
        continue %m : tile<i32>
      }
      %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
      return
    }
  }
}
