// One element back, and five ahead.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[8] = fill(7)
// tilefuzz.args &out -1 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %back: tile<i8>, %ahead: tile<i32>) {
    %x = constant <i32: 3> : tile<i32>
    %a = offset %p, %ahead : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %b = offset %a, %back : tile<ptr<i32>>, tile<i8> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %b, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
