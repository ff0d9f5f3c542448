cuda_tile.module @m {
  entry @k(%c: tile<i1>) {
    loop {
      if %c {
        return
      }
      break
    }
  }
}
