// Of each pair of a scan's arguments the accumulator comes first. The interpreter
// and the lowering once had it the other way round, by the reference's prose, and
// tileiras, which is right, stood in corpus/findings (docs/spec/language-2.md, 7.7).
// Sums that begin again where a flag is set. The combination is associative, has the
// identity (0, 0), and does not commute.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=0
// tilefuzz.buffer out : i32[4] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%out: tile<ptr<i32>>) {
    %flags = constant <i32: [0, 0, 1, 0]> : tile<4xi32>
    %values = constant <i32: [1, 2, 4, 8]> : tile<4xi32>
    %flag, %sum = scan %flags, %values dim=0 reverse=false identities=[0 : i32, 0 : i32] : tile<4xi32>, tile<4xi32> -> tile<4xi32>, tile<4xi32>
    (%f: tile<i32>, %g: tile<i32>, %x: tile<i32>, %y: tile<i32>) {
      %zero = constant <i32: 0> : tile<i32>
      %either = ori %f, %g : tile<i32>
      %begins = cmpi not_equal %g, %zero, signed : tile<i32> -> tile<i1>
      %both = addi %x, %y : tile<i32>
      %next = select %begins, %y, %both : tile<i1>, tile<i32>
      yield %either, %next : tile<i32>, tile<i32>
    }
    %base = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bases = broadcast %base : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %lane = iota : tile<4xi32>
    %places = offset %bases, %lane : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %token = store_ptr_tko weak %places, %sum : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
