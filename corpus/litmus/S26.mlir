// S26: same, load
//
//   B0: a = ld.w x,x
//   allowed a = <0 0>   forbidden none   engine D
//   guards: gather with duplicate indices is fine
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer a : i32[2] = fill(-1)
// tilefuzz.args &x &a
// tilefuzz.expect observe a
// tilefuzz.expect allowed (<0 0>)

cuda_tile.module @litmus {
  entry @S26(%x_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>) {
    %v1 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v2 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v3 = cat %v1, %v2 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
    %a, %a_token = load_ptr_tko weak %v3 : tile<2xptr<i32>> -> tile<2xi32>, token loc("a")
    %c4 = constant <i32: 0> : tile<i32>
    %p5 = offset %a_out, %c4 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %c6 = constant <i32: 1> : tile<i32>
    %p7 = offset %a_out, %c6 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v8 = reshape %p5 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v9 = reshape %p7 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v10 = cat %v8, %v9 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
    %t11 = store_ptr_tko weak %v10, %a : tile<2xptr<i32>>, tile<2xi32> -> token
    return
  }
}
