// A signed maximum with 1 depends on what it reads: after 2 it writes 2, and
// whoever sees the flag sees 2. It was taken for an exchange, after which 1 can be
// seen.
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer mem_f : i32[1] = list(0)
// tilefuzz.buffer mem_x : i32[1] = list(0)
// tilefuzz.buffer g : i32[1] = fill(-1)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.args &mem_f &mem_x &g &b &e
// tilefuzz.expect observe g b e
// tilefuzz.expect allowed (0,0,2) (0,2,2) (1,2,2)
// tilefuzz.expect forbidden (1,1,2)

cuda_tile.module @litmus {
  entry @t(%f_at: tile<ptr<i32>>, %x_at: tile<ptr<i32>>, %g_out: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %g, %g_token = load_ptr_tko acquire device %f_at : tile<ptr<i32>> -> tile<i32>, token loc("g")
      %t2 = store_ptr_tko weak %g_out, %g : tile<ptr<i32>>, tile<i32> -> token
      %b, %b_token = load_ptr_tko relaxed device %x_at token=%g_token : tile<ptr<i32>> -> tile<i32>, token loc("b")
      %t3 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c5 = constant <i32: 2> : tile<i32>
      %d_token = store_ptr_tko relaxed device %x_at, %c5 : tile<ptr<i32>>, tile<i32> -> token loc("d")
      %c6 = constant <i32: 1> : tile<i32>
      %e, %e_token = atomic_rmw_tko relaxed device %x_at, max, %c6 token=%d_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("e")
      %t7 = store_ptr_tko weak %e_out, %e : tile<ptr<i32>>, tile<i32> -> token
      %c8 = constant <i32: 1> : tile<i32>
      %h_token = store_ptr_tko release device %f_at, %c8 token=%e_token : tile<ptr<i32>>, tile<i32> -> token loc("h")
    }
    return
  }
}
