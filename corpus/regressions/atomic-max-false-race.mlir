// Nobody ever reads 1: the maximum writes 2 again. The branch that would race is not
// taken.
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer mem_x : i32[1] = list(0)
// tilefuzz.buffer mem_y : i32[1] = list(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.args &mem_x &mem_y &b &e
// tilefuzz.expect observe b e
// tilefuzz.expect allowed (0,2) (2,2)
// tilefuzz.expect forbidden (1,2)

cuda_tile.module @litmus {
  entry @t(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %b, %b_token = load_ptr_tko relaxed device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("b")
      %t2 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
      %c3 = constant <i32: 1> : tile<i32>
      %is4 = cmpi equal %b, %c3, signed : tile<i32> -> tile<i1>
      %t5 = make_token : token
      %c_token = if %is4 -> (token) {
        %c6 = constant <i32: 1> : tile<i32>
        %c_then_token = store_ptr_tko weak %y_at, %c6 token=%t5 : tile<ptr<i32>>, tile<i32> -> token loc("c")
        yield %c_then_token : token
      } else {
        yield %t5 : token
      }
    }
    %c7 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c7, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c8 = constant <i32: 2> : tile<i32>
      %d_token = store_ptr_tko relaxed device %x_at, %c8 : tile<ptr<i32>>, tile<i32> -> token loc("d")
      %c9 = constant <i32: 1> : tile<i32>
      %e, %e_token = atomic_rmw_tko relaxed device %x_at, max, %c9 token=%d_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("e")
      %t10 = store_ptr_tko weak %e_out, %e : tile<ptr<i32>>, tile<i32> -> token
      %c11 = constant <i32: 2> : tile<i32>
      %f_token = store_ptr_tko weak %y_at, %c11 : tile<ptr<i32>>, tile<i32> -> token loc("f")
    }
    return
  }
}
