// No trip: the bounds meet.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 3 1
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %bound: tile<i32>, %one: tile<i32>) {
    %trips = for %i in (%bound to %bound, step %one) : tile<i32> iter_values(%n = %bound) -> (tile<i32>) {
      %next = addi %n, %one : tile<i32>
      continue %next : tile<i32>
    }
    %t = store_ptr_tko weak %p, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
