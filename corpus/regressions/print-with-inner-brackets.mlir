// A tile of two dimensions; another compiler prints [[0, 1], [2, 3]].
// tilefuzz.launch kernel=@main grid=1,1,1
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @main(%out: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %r = reshape %i : tile<4xi32> -> tile<2x2xi32>
    %t = print_tko "values %d\n", %r : tile<2x2xi32> -> token
    return
  }
}
