// What stronger-loads-source.mlir says.
// tilefuzz.launch kernel=@program grid=1 seed=1
// tilefuzz.buffer x0 : i32[1] = list(0)
// tilefuzz.buffer x1 : i32[1] = list(0)
// tilefuzz.buffer x2 : i32[1] = list(0)
// tilefuzz.args &x0 &x1 &x2
cuda_tile.module @pair {
  entry @program(%x0: tile<ptr<i32>>, %x1: tile<ptr<i32>>, %x2: tile<ptr<i32>>) {
    %c0 = constant <i32: 2> : tile<i32>
    %b, %b_token = atomic_rmw_tko acquire device %x2, xchg, %c0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("b")
    %c, %c_token = load_ptr_tko relaxed device %x1 : tile<ptr<i32>> -> tile<i32>, token loc("c")
    %d, %d_token = load_ptr_tko acquire device %x1 token=%c_token : tile<ptr<i32>> -> tile<i32>, token loc("d")
    return
  }
}
