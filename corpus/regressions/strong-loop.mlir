// Each trip of a long loop is morally strong with all earlier ones, and tokens order
// none: once every pair of them was looked at, and this run took minutes.
// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %many = constant <i32: 400000> : tile<i32>
    for %i in (%zero to %many, step %one) : tile<i32> {
      %t = store_ptr_tko relaxed device %x, %i : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
