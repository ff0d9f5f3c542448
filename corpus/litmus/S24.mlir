// S24: same, relaxed tl_blk
//
//   B0: a = st.rlx.blk x,x 1,2
//   allowed [x] = 1 2   forbidden none   engine D
//   guards: one of the values survives whole; a vectoriser may pick either, not a mix
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect observe x
// tilefuzz.expect allowed (1) (2)

cuda_tile.module @litmus {
  entry @S24(%x_at: tile<ptr<i32>>) {
    %v1 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v2 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v3 = cat %v1, %v2 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
    %c4 = constant <i32: 1> : tile<i32>
    %c5 = constant <i32: 2> : tile<i32>
    %v6 = reshape %c4 : tile<i32> -> tile<1xi32>
    %v7 = reshape %c5 : tile<i32> -> tile<1xi32>
    %v8 = cat %v6, %v7 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
    %a_token = store_ptr_tko relaxed tl_blk %v3, %v8 : tile<2xptr<i32>>, tile<2xi32> -> token loc("a")
    return
  }
}
