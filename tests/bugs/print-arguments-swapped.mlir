// Two numbers in their order.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(5)
// tilefuzz.args &x 3
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %n: tile<i32>) {
    %v, %t = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %p = print_tko "%d of %d\n", %n, %v token=%t : tile<i32>, tile<i32> -> token
    return
  }
}
