// The loads of the file 'before' merged, wrongly: what was behind the second is behind none.
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer mem_x : i32[1] = list(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.args &mem_x &a &b

cuda_tile.module @litmus {
  entry @t(%x_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>, %b_out: tile<ptr<i32>>) {
    %a, %a_token = load_ptr_tko relaxed device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %t1 = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
    %t2 = store_ptr_tko weak %b_out, %a : tile<ptr<i32>>, tile<i32> -> token
    %c3 = constant <i32: 1> : tile<i32>
    %r_token = store_ptr_tko relaxed device %x_at, %c3 : tile<ptr<i32>>, tile<i32> -> token loc("r")
    return
  }
}
