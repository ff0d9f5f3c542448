// Hints for any target.
cuda_tile.module @m {
  entry @none(%p: tile<ptr<i32>>) optimization_hints=<default = {}> {
    // The other target keeps its own.

    %v, %t = load_ptr_tko weak %p optimization_hints=<default = {latency = 5}, sm_90 = {latency = 3}> : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
