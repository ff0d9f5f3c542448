// M06: relaxed data, release/acquire flag
//
//   B0: a = st.rlx.dev d 1 ; b = st.rel.dev f 1 @a
//   B1: c = ld.acq.dev f ; e = ld.rlx.dev d @c
//   allowed c e = (0,0) (0,1) (1,1)   forbidden (1,0)   engine D
//   guards: unconditional reader: (1,0) forbidden
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.args &d &f &c &e
// tilefuzz.expect observe c e
// tilefuzz.expect allowed (0,0) (0,1) (1,1)
// tilefuzz.expect forbidden (1,0)

cuda_tile.module @litmus {
  entry @M06(%d_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko relaxed device %d_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %c3 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko release device %f_at, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c, %c_token = load_ptr_tko acquire device %f_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %t5 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %e, %e_token = load_ptr_tko relaxed device %d_at token=%c_token : tile<ptr<i32>> -> tile<i32>, token loc("e")
      %t6 = store_ptr_tko weak %e_out, %e : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
