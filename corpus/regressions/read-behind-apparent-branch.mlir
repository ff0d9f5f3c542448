// The branch is always taken, so that the load "b" and what the store "c" writes
// depend on the load "a" only apparently: nobody says whether "a" reads what
// "c" writes, which is what "b" read.
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = list(0)
// tilefuzz.buffer y : i32[1] = list(2)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.args &x &y &a

cuda_tile.module @litmus {
  entry @t(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %a_token = load_ptr_tko relaxed device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %t1 = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
    %nothing = muli %a, %zero : tile<i32>
    %taken = cmpi equal %nothing, %zero, signed : tile<i32> -> tile<i1>
    if %taken {
      %b, %b_token = load_ptr_tko relaxed device %y_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
      %t2 = store_ptr_tko relaxed device %x_at, %b : tile<ptr<i32>>, tile<i32> -> token loc("c")
    }
    return
  }
}
