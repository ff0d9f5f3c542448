// Nothing is compared with 7.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(3)
// tilefuzz.buffer out : i32[1] = fill(1)
// tilefuzz.args &x &out 0
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %n: tile<i32>) {
    %seven = constant <i32: 7> : tile<i32>
    %nine = constant <i32: 9> : tile<i32>
    %c = trunci %n : tile<i32> -> tile<i1>
    %old, %t = atomic_cas_tko relaxed device %x, %seven, %nine, %c : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %u = store_ptr_tko weak %out, %old : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
