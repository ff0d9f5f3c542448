// S29: partly overlapping stores, token
//
//   B0: a = st.w x0,x1 1,1 ; b = st.w x1,x2 2,2 @a
//   allowed [x0] [x1] [x2] = (1,2,2)   forbidden (1,1,2)   engine D
//   guards: conflict is per element: alias sets decided per buffer must not drop this edge
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[3] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect observe x[0] x[1] x[2]
// tilefuzz.expect allowed (1,2,2)
// tilefuzz.expect forbidden (1,1,2)

cuda_tile.module @litmus {
  entry @S29(%x_at: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %p2 = offset %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v3 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v4 = reshape %p2 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v5 = cat %v3, %v4 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
    %c6 = constant <i32: 1> : tile<i32>
    %c7 = constant <i32: 1> : tile<i32>
    %v8 = reshape %c6 : tile<i32> -> tile<1xi32>
    %v9 = reshape %c7 : tile<i32> -> tile<1xi32>
    %v10 = cat %v8, %v9 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
    %a_token = store_ptr_tko weak %v5, %v10 : tile<2xptr<i32>>, tile<2xi32> -> token loc("a")
    %c11 = constant <i32: 1> : tile<i32>
    %p12 = offset %x_at, %c11 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %c13 = constant <i32: 2> : tile<i32>
    %p14 = offset %x_at, %c13 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v15 = reshape %p12 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v16 = reshape %p14 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v17 = cat %v15, %v16 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
    %c18 = constant <i32: 2> : tile<i32>
    %c19 = constant <i32: 2> : tile<i32>
    %v20 = reshape %c18 : tile<i32> -> tile<1xi32>
    %v21 = reshape %c19 : tile<i32> -> tile<1xi32>
    %v22 = cat %v20, %v21 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
    %b_token = store_ptr_tko weak %v17, %v22 token=%a_token : tile<2xptr<i32>>, tile<2xi32> -> token loc("b")
    return
  }
}
