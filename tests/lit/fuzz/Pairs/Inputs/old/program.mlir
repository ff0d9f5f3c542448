// tilefuzz.launch kernel=@program grid=1 seed=1
// tilefuzz.buffer x0 : i32[1] = list(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.args &x0 &a &b
cuda_tile.module @pair {
  entry @program(%x0: tile<ptr<i32>>, %a_out: tile<ptr<i32>>, %b_out: tile<ptr<i32>>) {
    %a, %a_token = load_ptr_tko relaxed device %x0 : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %b, %b_token = load_ptr_tko relaxed device %x0 : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %c0 = constant <i32: 1> : tile<i32>
    %c_token = store_ptr_tko relaxed device %x0, %c0 token=%b_token : tile<ptr<i32>>, tile<i32> -> token loc("c")
    %a_seen = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
    %b_seen = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @block(%x0: tile<ptr<i32>>, %a_out: tile<ptr<i32>>, %b_out: tile<ptr<i32>>) {
    %a, %a_token = load_ptr_tko relaxed device %x0 : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %b, %b_token = load_ptr_tko relaxed device %x0 : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %c1 = constant <i32: 1> : tile<i32>
    %c_token = store_ptr_tko relaxed device %x0, %c1 token=%b_token : tile<ptr<i32>>, tile<i32> -> token loc("c")
    "tilefuzz.observe"(%a, %b) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
    return
  }
}
