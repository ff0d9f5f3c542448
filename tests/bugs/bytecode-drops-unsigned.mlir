// Four trips, since the bounds are unsigned numbers. Bytecode 13.1 cannot say that: a writer
// that leaves it out, rather than to refuse, writes a loop without a trip.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %lower = constant <i32: 0x7FFFFFFE> : tile<i32>
    %upper = constant <i32: 0x80000002> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %trips = for unsigned %i in (%lower to %upper, step %one) : tile<i32> iter_values(%n = %zero) -> (tile<i32>) {
      %next = addi %n, %one : tile<i32>
      continue %next : tile<i32>
    }
    %t = store_ptr_tko weak %p, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
