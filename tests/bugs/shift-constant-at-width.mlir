// A shift by the width leaves nothing.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[2] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %q1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %n = iota : tile<2xi32>
    %q = offset %q2, %n : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>

    %k = constant <i32: [1, 32]> : tile<2xi32>
    %r = shli %n, %k : tile<2xi32>
    %t = store_ptr_tko weak %q, %r : tile<2xptr<i32>>, tile<2xi32> -> token
    return
  }
}
