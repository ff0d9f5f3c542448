// With other-value-target.mlir: the target writes another value, so that accesses
// cannot be matched: of order nothing is said, though the outcome is new.
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(10)
// tilefuzz.buffer y : i32[1] = fill(20)
// tilefuzz.buffer out : i32[1] = fill(-1)
// tilefuzz.args &x &y &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %s = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %v, %l = load_ptr_tko weak %y : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %a = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("a")
    return
  }
}
