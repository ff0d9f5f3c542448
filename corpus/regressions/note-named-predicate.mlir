// A discardable attribute became the predicate of the arith.cmpi: 1 < 2 was
// 1 == 2 below the source.
// tilefuzz.launch kernel=@e grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(0)
// tilefuzz.args &out 1 2
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>, %one: tile<i32>, %two: tile<i32>) {
    %c = cmpi less_than %one, %two, signed {predicate = 0 : i64} : tile<i32> -> tile<i1>
    %r = select %c, %one, %two : tile<i1>, tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
  }
}
