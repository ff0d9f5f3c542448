// See order-of-one-block-source.mlir.
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(10)
// tilefuzz.buffer y : i32[1] = fill(20)
// tilefuzz.buffer out : i32[1] = fill(-1)
// tilefuzz.args &x &y &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %v, %q = load_ptr_tko acquire device %x : tile<ptr<i32>> -> tile<i32>, token loc("q")
    %a = store_ptr_tko weak %out, %v token=%q : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %r = store_ptr_tko release device %y, %one token=%q : tile<ptr<i32>>, tile<i32> -> token loc("r")
    return
  }
}
