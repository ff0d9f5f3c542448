// The same in an `if` with results: what was printed did not parse.
// tilefuzz.launch kernel=@f grid=1,1,1 seed=1
// tilefuzz.buffer o : i32[4] = fill(0)
// tilefuzz.args &o
cuda_tile.module @m {
  entry @f(%o: tile<ptr<i32>>) {
    %lb = constant <i32: 0> : tile<i32>
    %ub = constant <i32: 4> : tile<i32>
    %s = constant <i32: 1> : tile<i32>
    %k = constant <i32: 2> : tile<i32>
    for %i in (%lb to %ub, step %s) : tile<i32> {
      %c = cmpi equal %i, %k, signed : tile<i32> -> tile<i1>
      %v = if %c -> (tile<i32>) {
        continue
      } else {
        yield %i : tile<i32>
      }
      %p = offset %o, %v : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %t = store_ptr_tko weak %p, %s : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
