// More elements than vprintf takes arguments.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(1)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %v = iota : tile<64xi32>
    %r = print_tko "%d\n", %v : tile<64xi32> -> token
    return
  }
}
