// P02: two prints, no token
//
//   guards: over-strict comparison of logs
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.expect observe log
// tilefuzz.expect allowed (A|B) (B|A)

cuda_tile.module @litmus {
  entry @P02() {
    %p = print_tko "A\n" -> token
    %q = print_tko "B\n" -> token
    return
  }
}
