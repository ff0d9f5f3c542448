// The bits of a negative byte.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i8[1] = fill(-5)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i8>>) {
    %v, %t = load_ptr_tko weak %x : tile<ptr<i8>> -> tile<i8>, token
    %r = print_tko "%x\n", %v token=%t : tile<i8> -> token
    return
  }
}
