// 200 alone: 276 is none of i8.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i8[1] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i8>>) {
    %lb = constant <i8: -56> : tile<i8>
    %ub = constant <i8: -46> : tile<i8>
    %step = constant <i8: 76> : tile<i8>
    %one = constant <i8: 1> : tile<i8>
    %r = for unsigned %v in (%lb to %ub, step %step) : tile<i8> iter_values(%acc = %one) -> (tile<i8>) {
      %a = addi %acc, %v : tile<i8>
      continue %a : tile<i8>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
}
