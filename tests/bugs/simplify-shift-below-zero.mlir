// A shift by 255 leaves nothing.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i8[1] = fill(7)
// tilefuzz.args &out 3
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i8>>, %x: tile<i8>) {
    %k = constant <i8: -1> : tile<i8>
    %r = shli %x, %k : tile<i8>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
}
