// M27: two ordered writes, two ordered reads
//
//   B0: a = st.rlx.dev x 1 ; b = st.rlx.dev x 2 @a
//   B1: c = ld.rlx.dev x ; e = ld.rlx.dev x @c
//   allowed c e [x] = (0,0,2) (0,1,2) (0,2,2) (1,1,2) (1,2,2) (2,2,2)   forbidden all others   engine D
//   guards: coherence: never backwards
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.args &x &c &e
// tilefuzz.expect observe c e x
// tilefuzz.expect allowed (0,0,2) (0,1,2) (0,2,2) (1,1,2) (1,2,2) (2,2,2)

cuda_tile.module @litmus {
  entry @M27(%x_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko relaxed device %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %c3 = constant <i32: 2> : tile<i32>
      %b_token = store_ptr_tko relaxed device %x_at, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c, %c_token = load_ptr_tko relaxed device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %t5 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %e, %e_token = load_ptr_tko relaxed device %x_at token=%c_token : tile<ptr<i32>> -> tile<i32>, token loc("e")
      %t6 = store_ptr_tko weak %e_out, %e : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
