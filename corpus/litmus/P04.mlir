// P04: three trips that print, token carried
//
//   guards: loop token dropped
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.expect observe log
// tilefuzz.expect allowed (0|1|2)

cuda_tile.module @litmus {
  entry @P04() {
    %from = constant <i32: 0> : tile<i32>
    %to = constant <i32: 3> : tile<i32>
    %step = constant <i32: 1> : tile<i32>
    %t0 = make_token : token
    %last = for %i in (%from to %to, step %step) : tile<i32> iter_values(%t = %t0) -> (token) {
      %p = print_tko "%d\n", %i token=%t : tile<i32> -> token
      continue %p : token
    }
    return
  }
}
