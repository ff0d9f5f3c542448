// The last element but one: three steps forward, one back.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[4] = list(10, 20, 30, 40)
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &x &out 3 -1
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %i: tile<i32>, %j: tile<i32>) {
    %p = offset %x, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q = offset %p, %j : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    %u = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
