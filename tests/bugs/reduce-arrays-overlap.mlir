// Sums of 256 elements and of as many others.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[2] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %n = iota : tile<256xi32>
    %m = muli %n, %n : tile<256xi32>
    %a, %b = reduce %n, %m dim=0 identities=[0 : i32, 0 : i32] : tile<256xi32>, tile<256xi32> -> tile<i32>, tile<i32> (%e0: tile<i32>, %a0: tile<i32>, %e1: tile<i32>, %a1: tile<i32>) {
      %c = addi %e0, %a0 : tile<i32>
      %d = addi %e1, %a1 : tile<i32>
      yield %c, %d : tile<i32>, tile<i32>
    }
    %p = offset %out, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %out, %a : tile<ptr<i32>>, tile<i32> -> token
    %u = store_ptr_tko weak %p, %b : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
