cuda_tile.module @kernels {
  entry @k() {
    %0 = constant <i1: true> : tile<4xi1>
    %1 = constant <i1: [true, false, true, true]> : tile<4xi1>
    return
  }
}
