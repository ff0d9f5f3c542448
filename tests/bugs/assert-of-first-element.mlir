// Only the last of several elements of a thread fails.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(1023)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %last, %t = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %n = iota : tile<1024xi32>
    %b = reshape %last : tile<i32> -> tile<1xi32>
    %s = broadcast %b : tile<1xi32> -> tile<1024xi32>
    %c = cmpi not_equal %n, %s, signed : tile<1024xi32> -> tile<1024xi1>
    assert %c, "the last element" : tile<1024xi1>
    return
  }
}
