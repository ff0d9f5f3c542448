// Two sums, one after the other.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[2] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %n = iota : tile<256xi32>
    %m = muli %n, %n : tile<256xi32>
    %x = reduce %n dim=0 identities=[0 : i32] : tile<256xi32> -> tile<i32>
    (%e: tile<i32>, %a: tile<i32>) {
      %more = addi %e, %a : tile<i32>
      yield %more : tile<i32>
    }
    %y = reduce %m dim=0 identities=[0 : i32] : tile<256xi32> -> tile<i32>
    (%e: tile<i32>, %a: tile<i32>) {
      %more = addi %e, %a : tile<i32>
      yield %more : tile<i32>
    }
    %q = offset %p, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    %u = store_ptr_tko weak %q, %y : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
