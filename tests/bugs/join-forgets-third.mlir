// The load comes after three stores, the last of which it reads.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer a : i32[1] = fill(1)
// tilefuzz.buffer b : i32[1] = fill(2)
// tilefuzz.buffer c : i32[1] = fill(3)
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &a &b &c &out 9
cuda_tile.module @m {
  entry @k(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>, %out: tile<ptr<i32>>, %n: tile<i32>) {
    %s = store_ptr_tko weak %a, %n : tile<ptr<i32>>, tile<i32> -> token
    %t = store_ptr_tko weak %b, %n : tile<ptr<i32>>, tile<i32> -> token
    %u = store_ptr_tko weak %c, %n : tile<ptr<i32>>, tile<i32> -> token
    %all = join_tokens %s, %t, %u : token
    %v, %w = load_ptr_tko weak %c token=%all : tile<ptr<i32>> -> tile<i32>, token
    %x = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
