// The second line comes after the first.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(1)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %t = print_tko "first\n" -> token
    %u = print_tko "second\n" token = %t -> token
    return
  }
}
