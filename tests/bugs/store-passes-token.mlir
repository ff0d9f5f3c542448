// The load reads what was stored before it.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(5)
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &x &out 9
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %n: tile<i32>) {
    %s = make_token : token
    %t = store_ptr_tko weak %x, %n token=%s : tile<ptr<i32>>, tile<i32> -> token
    %v, %u = load_ptr_tko weak %x token=%t : tile<ptr<i32>> -> tile<i32>, token
    %w = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
