// A composition of affine maps is associative, has an identity and does not
// commute. A reduction promises no order, so what it leaves is not determined;
// the interpreter once gave it as the one outcome, and what tileiras does differed.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%out: tile<ptr<i32>>) {
    %factors = constant <i32: [3, 5, 7, 9]> : tile<4xi32>
    %summands = constant <i32: [1, 0, 0, 5]> : tile<4xi32>
    %a, %b = reduce %factors, %summands dim=0 identities=[1 : i32, 0 : i32] : tile<4xi32>, tile<4xi32> -> tile<i32>, tile<i32>
    (%f: tile<i32>, %g: tile<i32>, %x: tile<i32>, %y: tile<i32>) {
      %factor = muli %f, %g : tile<i32>
      %scaled = muli %g, %x : tile<i32>
      %summand = addi %scaled, %y : tile<i32>
      yield %factor, %summand : tile<i32>, tile<i32>
    }
    %token = store_ptr_tko weak %out, %b : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
