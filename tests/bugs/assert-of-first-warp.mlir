// Elements of the last warp fail.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(125)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %end, %t = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %n = iota : tile<128xi32>
    %b = reshape %end : tile<i32> -> tile<1xi32>
    %s = broadcast %b : tile<1xi32> -> tile<128xi32>
    %c = cmpi less_than %n, %s, signed : tile<128xi32> -> tile<128xi1>
    assert %c, "an element of the last warp" : tile<128xi1>
    return
  }
}
