// Poison of a type of no dialect of the lowering was legal after it.
cuda_tile.module @m {
  entry @k() {
    %p = "ub.poison"() <{value = #ub.poison}> : () -> vector<4xf32>
    return
  }
}
