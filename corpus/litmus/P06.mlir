// P06: a print that is never reached
//
//   guards: if-folding that hoists
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.expect observe log
// tilefuzz.expect allowed ()

cuda_tile.module @litmus {
  entry @P06() {
    %no = constant <i1: false> : tile<i1>
    if %no {
      %p = print_tko "A\n" -> token
    }
    return
  }
}
