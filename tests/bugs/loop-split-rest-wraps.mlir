// After 200 comes nothing; 200 + 100 is 44 in i8.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i8[1] = fill(7)
// tilefuzz.args &out 0 -6 -36
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i8>>, %lb: tile<i8>, %ub: tile<i8>, %k: tile<i8>) {
    %step = constant <i8: 100> : tile<i8>
    %one = constant <i8: 1> : tile<i8>
    %three = constant <i8: 3> : tile<i8>
    %r = for unsigned %v in (%lb to %ub, step %step) : tile<i8> iter_values(%acc = %one) -> (tile<i8>) {
      %c = cmpi less_than %v, %k, unsigned : tile<i8> -> tile<i1>
      %m = if %c -> (tile<i8>) {
        %a = addi %acc, %one : tile<i8>
        yield %a : tile<i8>
      } else {
        %d = muli %acc, %three : tile<i8>
        yield %d : tile<i8>
      }
      continue %m : tile<i8>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
}
