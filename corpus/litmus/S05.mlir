// S05: load then store, data dependence only
//
//   B0: a = ld.w x ; b = st.w x a+1
//   UB: race a/b
//   guards: dataflow is not order: a pass may not justify a dropped token by a data dependence
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race a/b

cuda_tile.module @litmus {
  entry @S05(%x_at: tile<ptr<i32>>) {
    %a, %a_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %c1 = constant <i32: 1> : tile<i32>
    %v2 = addi %a, %c1 : tile<i32>
    %b_token = store_ptr_tko weak %x_at, %v2 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    return
  }
}
