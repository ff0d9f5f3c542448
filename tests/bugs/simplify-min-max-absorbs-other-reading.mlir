// The smaller one of -1 and 1 without signs is the greater one with signs.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out -1 1
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %m = mini %x, %y unsigned : tile<i32>
    %r = maxi %x, %m signed : tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
