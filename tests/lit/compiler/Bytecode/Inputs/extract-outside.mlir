cuda_tile.module @kernels {
  entry @k() {
    %0 = constant <i32: 9> : tile<i32>
    %1 = iota : tile<8xi32>
    %2 = extract %1[%0] : tile<8xi32> -> tile<2xi32>
    return
  }
}
