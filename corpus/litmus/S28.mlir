// S28: overlapping shift, no token
//
//   init x0=1 x1=2
//   B0: a = ld.w x0,x1 ; b = st.w x1,x2 a[0],a[1]
//   UB: race a/b
//   guards: view/extract motion (000) that lets slices of the store pass slices of the load
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[3] = list(1, 2, 0)
// tilefuzz.args &x
// tilefuzz.expect race a/b

cuda_tile.module @litmus {
  entry @S28(%x_at: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %p2 = offset %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v3 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v4 = reshape %p2 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v5 = cat %v3, %v4 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
    %a, %a_token = load_ptr_tko weak %v5 : tile<2xptr<i32>> -> tile<2xi32>, token loc("a")
    %c6 = constant <i32: 1> : tile<i32>
    %p7 = offset %x_at, %c6 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %c8 = constant <i32: 2> : tile<i32>
    %p9 = offset %x_at, %c8 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v10 = reshape %p7 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v11 = reshape %p9 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v12 = cat %v10, %v11 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
    %c13 = constant <i32: 0> : tile<i32>
    %v14 = extract %a[%c13] : tile<2xi32> -> tile<1xi32>
    %v15 = reshape %v14 : tile<1xi32> -> tile<i32>
    %c16 = constant <i32: 1> : tile<i32>
    %v17 = extract %a[%c16] : tile<2xi32> -> tile<1xi32>
    %v18 = reshape %v17 : tile<1xi32> -> tile<i32>
    %v19 = reshape %v15 : tile<i32> -> tile<1xi32>
    %v20 = reshape %v18 : tile<i32> -> tile<1xi32>
    %v21 = cat %v19, %v20 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
    %b_token = store_ptr_tko weak %v12, %v21 : tile<2xptr<i32>>, tile<2xi32> -> token loc("b")
    return
  }
}
