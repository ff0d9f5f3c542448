// S23: same address twice inside one weak store
//
//   B0: a = st.w x,x 1,2
//   UB: race a/a
//   guards: scatter with duplicate indices; overlapping strides after view folding
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race a/a

cuda_tile.module @litmus {
  entry @S23(%x_at: tile<ptr<i32>>) {
    %v1 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v2 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v3 = cat %v1, %v2 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
    %c4 = constant <i32: 1> : tile<i32>
    %c5 = constant <i32: 2> : tile<i32>
    %v6 = reshape %c4 : tile<i32> -> tile<1xi32>
    %v7 = reshape %c5 : tile<i32> -> tile<1xi32>
    %v8 = cat %v6, %v7 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
    %a_token = store_ptr_tko weak %v3, %v8 : tile<2xptr<i32>>, tile<2xi32> -> token loc("a")
    return
  }
}
