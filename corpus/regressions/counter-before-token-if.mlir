// A counter, and a branch on it that passes tokens on. An atomic does not read what
// it writes itself, so that nothing here goes round in a circle: all outcomes are
// known.
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer mem_g : i32[1] = list(0)
// tilefuzz.buffer mem_x : i32[1] = list(0)
// tilefuzz.buffer mem_y : i32[1] = list(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer g : i32[1] = fill(-1)
// tilefuzz.buffer h : i32[1] = fill(-1)
// tilefuzz.args &mem_g &mem_x &mem_y &c &g &h
// tilefuzz.expect observe c g h
// tilefuzz.expect allowed (0,0,-) (0,1,1)

cuda_tile.module @litmus {
  entry @t(%g_at: tile<ptr<i32>>, %x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %g_out: tile<ptr<i32>>, %h_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %c, %c_token = atomic_rmw_tko acquire device %x_at, add, %c2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("c")
      %t3 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %c4 = constant <i32: 0> : tile<i32>
      %is5 = cmpi equal %c, %c4, signed : tile<i32> -> tile<i1>
      %d_token = if %is5 -> (token) {
        %c6 = constant <i32: 1> : tile<i32>
        %d_then_token = store_ptr_tko weak %y_at, %c6 token=%c_token : tile<ptr<i32>>, tile<i32> -> token loc("d")
        yield %d_then_token : token
      } else {
        yield %c_token : token
      }
      %c7 = constant <i32: 1> : tile<i32>
      %e_token = store_ptr_tko release device %g_at, %c7 token=%d_token : tile<ptr<i32>>, tile<i32> -> token loc("e")
    }
    %c8 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c8, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %g, %g_token = load_ptr_tko acquire device %g_at : tile<ptr<i32>> -> tile<i32>, token loc("g")
      %t9 = store_ptr_tko weak %g_out, %g : tile<ptr<i32>>, tile<i32> -> token
      %c10 = constant <i32: 1> : tile<i32>
      %is11 = cmpi equal %g, %c10, signed : tile<i32> -> tile<i1>
      %c12 = constant <i32: 0> : tile<i32>
      %h, %h_token = if %is11 -> (tile<i32>, token) {
        %h_then, %h_then_token = load_ptr_tko weak %y_at token=%g_token : tile<ptr<i32>> -> tile<i32>, token loc("h")
        %t13 = store_ptr_tko weak %h_out, %h_then : tile<ptr<i32>>, tile<i32> -> token
        yield %h_then, %h_then_token : tile<i32>, token
      } else {
        yield %c12, %g_token : tile<i32>, token
      }
    }
    return
  }
}
