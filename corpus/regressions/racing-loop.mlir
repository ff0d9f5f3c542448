// Each trip of a long loop races with all earlier ones: once every pair of them was
// looked at, and reducing such a program took minutes.
// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %many = constant <i32: 400000> : tile<i32>
    for %i in (%zero to %many, step %one) : tile<i32> {
      %t = store_ptr_tko weak %x, %i : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
