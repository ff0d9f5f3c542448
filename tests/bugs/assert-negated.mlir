// No element is negative.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(1)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %n = iota : tile<4xi32>
    %zero = constant <i32: 0> : tile<4xi32>
    %c = cmpi greater_than_or_equal %n, %zero, signed : tile<4xi32> -> tile<4xi1>
    assert %c, "an index is negative" : tile<4xi1>
    return
  }
}
