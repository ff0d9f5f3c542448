// P01: two prints, token
//
//   guards: print order lost in conversion
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.expect observe log
// tilefuzz.expect allowed (A|B)

cuda_tile.module @litmus {
  entry @P01() {
    %p = print_tko "A\n" -> token
    %q = print_tko "B\n" token=%p -> token
    return
  }
}
