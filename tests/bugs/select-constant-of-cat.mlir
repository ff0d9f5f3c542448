// The second half takes the other arm.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %q1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %n = iota : tile<4xi32>
    %q = offset %q2, %n : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>

    %yes = constant <i1: true> : tile<2xi1>
    %no = constant <i1: false> : tile<2xi1>
    %c = cat %yes, %no dim = 0 : tile<2xi1>, tile<2xi1> -> tile<4xi1>
    %one = constant <i32: 1> : tile<4xi32>
    %r = select %c, %n, %one : tile<4xi1>, tile<4xi32>
    %t = store_ptr_tko weak %q, %r : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
