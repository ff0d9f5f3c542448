// P04n: three trips that print, token not carried
//
//   guards: over-strict comparison of logs
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.expect observe log
// tilefuzz.expect allowed (0|1|2) (0|2|1) (1|0|2) (1|2|0) (2|0|1) (2|1|0)

cuda_tile.module @litmus {
  entry @P04n() {
    %from = constant <i32: 0> : tile<i32>
    %to = constant <i32: 3> : tile<i32>
    %step = constant <i32: 1> : tile<i32>
    for %i in (%from to %to, step %step) : tile<i32> {
      %p = print_tko "%d\n", %i : tile<i32> -> token
      continue
    }
    return
  }
}
