// Negative numbers of 32 bits.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[4] = iota(-2, 1)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %n = iota : tile<4xi32>
    %b = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %s = broadcast %b : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %s, %n : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %t = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    %r = print_tko "%d\n", %v token=%t : tile<4xi32> -> token
    return
  }
}
