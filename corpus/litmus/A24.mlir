// A24: acquire atomic whose old value is unused
//
//   B0: a = st.rlx.dev d 1 ; b = st.rel.dev f 1 @a
//   B1: e = rmw.acq.dev f add 1 ; k = ld.rlx.dev d @e
//   allowed [f] k = (1,0) (1,1) (2,1)   forbidden (2,0)   engine D
//   guards: atom turned into red because the result is dead: red never acquires, (2,0) appears
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer k : i32[1] = fill(-1)
// tilefuzz.args &d &f &k
// tilefuzz.expect observe f k
// tilefuzz.expect allowed (1,0) (1,1) (2,1)
// tilefuzz.expect forbidden (2,0)

cuda_tile.module @litmus {
  entry @A24(%d_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>, %k_out: tile<ptr<i32>>) {
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
      %c5 = constant <i32: 1> : tile<i32>
      %e, %e_token = atomic_rmw_tko acquire device %f_at, add, %c5 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("e")
      %k, %k_token = load_ptr_tko relaxed device %d_at token=%e_token : tile<ptr<i32>> -> tile<i32>, token loc("k")
      %t6 = store_ptr_tko weak %k_out, %k : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
