// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i32[2] = fill(7)
// tilefuzz.args &b0
// The left factor is signed, the right one is not.
module {
  cuda_tile.module @m {
    entry @main(%q: tile<ptr<i32>>) {
      %x = constant <i8: [[[1, -2]], [[3, 127]]]> : tile<2x1x2xi8>
      %y = constant <i8: [[[5], [-7]], [[11], [-128]]]> : tile<2x2x1xi8>
      %c = constant <i32: [[[100]], [[-1]]]> : tile<2x1x1xi32>
      %m = mmai %x, %y, %c signed unsigned : tile<2x1x2xi8>, tile<2x2x1xi8>, tile<2x1x1xi32>
      %r = reshape %m : tile<2x1x1xi32> -> tile<2xi32>
      %i = iota : tile<2xi32>
      %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
      %q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
      %q3 = offset %q2, %i : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
      %w = store_ptr_tko weak %q3, %r : tile<2xptr<i32>>, tile<2xi32> -> token
      return
    }
  }
}
