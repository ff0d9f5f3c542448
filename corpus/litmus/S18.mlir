// S18: the same with the initial token used in every trip
//
//   B0: b = ld.w x ; c = st.w x b+1 @b ; d = ld.w x ; e = st.w x d+1 @d
//   UB: race b/e, c/d, c/e
//   guards: carried token replaced by its initial value; iteration argument pruned as "unused data" (000 result pruning)
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect race b/e c/d c/e

cuda_tile.module @litmus {
  entry @S18(%x_at: tile<ptr<i32>>) {
    %b, %b_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %c1 = constant <i32: 1> : tile<i32>
    %v2 = addi %b, %c1 : tile<i32>
    %c_token = store_ptr_tko weak %x_at, %v2 token=%b_token : tile<ptr<i32>>, tile<i32> -> token loc("c")
    %d, %d_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("d")
    %c3 = constant <i32: 1> : tile<i32>
    %v4 = addi %d, %c3 : tile<i32>
    %e_token = store_ptr_tko weak %x_at, %v4 token=%d_token : tile<ptr<i32>>, tile<i32> -> token loc("e")
    return
  }
}
