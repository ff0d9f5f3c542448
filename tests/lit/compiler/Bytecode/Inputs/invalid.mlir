// One rule is broken.
cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    %r = negi %a overflow<no_unsigned_wrap> : tile<i32>
    return
  }
}
